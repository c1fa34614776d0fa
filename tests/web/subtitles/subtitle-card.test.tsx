// @vitest-environment happy-dom
import { QueryClient } from "@tanstack/react-query";
import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Cue, Subtitle } from "#contract/subtitles.ts";
import { answers, refusal } from "#tests/web/lib/answers.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { placeOfVideo, subtitleWith, withCues } from "#tests/web/lib/subtitles.ts";
import { subtitleQuery } from "#web/data/subtitles.ts";
import { SubtitleCard } from "#web/features/subtitles/subtitle-card.tsx";
import { loadToasts } from "#web/ui/layers/toast.ts";

beforeAll(loadToasts);
afterEach(cleanup);

interface Look {
  isOwner?: boolean;
  isOpen?: boolean;
  isEditing?: boolean;
  cues?: Cue[];
}

async function show(part: Partial<Subtitle>, look: Look = {}) {
  const { isOwner = true, isOpen = true, isEditing = false, cues = [] } = look;
  const [subtitle, place, cache] = [subtitleWith(part), placeOfVideo(), new QueryClient()];
  const [opened, edited]: [boolean[], boolean[]] = [[], []];
  cache.setQueryData(subtitleQuery(place.scope, subtitle.id).queryKey, withCues(subtitle, ...cues));
  await renderInApp(
    <SubtitleCard
      {...{ place, subtitle, isOwner, isOpen, isEditing }}
      onOpen={(one) => opened.push(one)}
      onEdit={(one) => edited.push(one)}
    />,
    { cache },
  );
  return { subtitle, opened, edited };
}

const head = () => screen.getByRole("heading").querySelector("button");
const retry = () => screen.queryByRole("button", { name: "Retry" });
const gap = { start: 61, end: 125, error: "No answer" };

describe("the head of a subtitle", () => {
  it.each<[Partial<Subtitle>, string]>([
    [{}, "EnglishAutomatic"],
    [{ language: "de", is_auto_generated: false }, "German · DeutschUploaded"],
    [{ status: "queued", progress: 0 }, "EnglishWaiting"],
    [{ status: "running", progress: 0 }, "EnglishUnder way"],
    [{ status: "running", progress: 0.426 }, "English43%"],
    [{ status: "failed" }, "EnglishFailed"],
  ])("of %o says which it is, and how far", async (part, said) => {
    await show(part, { isOpen: false });
    expect(head()?.textContent).toBe(said);
  });

  it("opens and closes it, and says which it is", async () => {
    const closed = await show({}, { isOpen: false });
    expect(head()?.getAttribute("aria-expanded")).toBe("false");
    await userEvent.click(screen.getByRole("button"));
    expect(closed.opened).toEqual([true]);
    cleanup();
    const open = await show({});
    expect(head()?.getAttribute("aria-expanded")).toBe("true");
    await userEvent.click(screen.getByRole("button", { name: /^English/ }));
    expect(open.opened).toEqual([false]);
  });

  it("closes nothing that is being edited, and then leads nowhere else", async () => {
    await show({}, { isEditing: true });
    expect(head()?.disabled).toBe(true);
    expect(screen.queryByRole("button", { name: "Delete" })).toBeNull();
  });
});

describe("a subtitle that is being made", () => {
  it.each<[Partial<Subtitle>, string, string | null]>([
    [{ status: "queued", progress: 0.3 }, "Waiting for its turn", null],
    [{ status: "running", progress: 0.426 }, "Transcribing: 43%", "43"],
    [{ status: "running", progress: 0, translated_from: "x" }, "Translating: 0%", "0"],
  ])("%o says how far it is", async (part, said, value) => {
    await show(part);
    expect(screen.getByRole("status").textContent).toBe(said);
    expect(screen.getByRole("progressbar").getAttribute("aria-valuenow")).toBe(value);
  });

  it("shows the last four lines that were heard, and no percent of what still runs", async () => {
    const cues = ["one", "two", "three", "four", "five"].map((text, start) => {
      return { start, end: start + 1, text };
    });
    await show({ status: "running", progress: 0 }, { cues });
    expect(screen.getByRole("status").textContent).toBe("Written down while it is recorded");
    expect(screen.getByText("two three four five")).toBeDefined();
    expect(screen.getByRole("progressbar").getAttribute("aria-valuenow")).toBeNull();
    cleanup();
    await show({ status: "running", progress: 0.5 }, { cues });
    expect(screen.getByRole("status").textContent).toBe("Transcribing: 50%");
  });
});

describe("a subtitle in trouble", () => {
  it.each<[what: string, Partial<Subtitle>, isOwner: boolean, said: RegExp | null, retry: boolean]>(
    [
      ["that is whole", {}, true, null, false],
      ["that failed", { status: "failed", error: "No ears" }, true, /No ears/, true],
      ["that failed wordlessly", { status: "failed" }, true, /Failed to generate subtitle/, true],
      ["that failed for another", { status: "failed", error: "No ears" }, false, /No ears/, false],
      ["with a gap", { gaps: [gap] }, true, /Some of it is missing:1:01–2:05: No answer/, true],
      ["with a gap, for another", { gaps: [gap] }, false, /Some of it is missing/, false],
      ["with a gap, edited", { gaps: [gap], is_edited: true }, true, /Some of it/, false],
      ["that failed, edited", { status: "failed", is_edited: true }, true, /Failed to/, true],
      ["with a gap, tried again", { gaps: [gap], status: "running" }, true, /Some of it/, false],
    ],
  )("%s says what, and is tried again by its owner alone", async (_, part, isOwner, said, has) => {
    await show(part, { isOwner });
    const words = document.body.textContent.replace(/^Failed/, "");
    if (said) expect(words).toMatch(said);
    else expect(words).not.toMatch(/missing|Failed to/);
    expect(retry() !== null).toBe(has);
  });

  it("is tried again by one press, at its own address", async () => {
    const { subtitle } = await show({ status: "failed" });
    const path = `POST /recordings/${subtitle.recording_id}/subtitles/${subtitle.id}/retry`;
    const asked = answers({ [path]: { ...subtitle, status: "queued" } });
    await userEvent.click(screen.getByRole("button", { name: "Retry" }));
    await expect.poll(() => asked).toEqual([[path]]);
  });
});

describe("a ready subtitle", () => {
  it("is read until somebody wants to edit it, and edited until they want to read", async () => {
    const cues = [{ start: 0, end: 1, text: "Hello" }];
    const read = await show({}, { cues });
    expect(screen.getByRole("radio", { name: "View" }).getAttribute("aria-checked")).toBe("true");
    expect(screen.getByRole("list", { name: "Transcript" })).toBeDefined();
    await userEvent.click(screen.getByRole("radio", { name: "Edit" }));
    expect(read.edited).toEqual([true]);
    cleanup();
    const edit = await show({}, { cues, isEditing: true });
    expect(screen.getByLabelText<HTMLTextAreaElement>("Line 1").value).toBe("Hello");
    await userEvent.click(screen.getByRole("radio", { name: "View" }));
    await expect.poll(() => edit.edited).toEqual([false]);
  });

  it("is not left unasked while something of it is unsaved", async () => {
    const { edited } = await show(
      {},
      { cues: [{ start: 0, end: 1, text: "Hi" }], isEditing: true },
    );
    fireEvent.change(screen.getByLabelText("Line 1"), { target: { value: "Hello" } });
    const leave = async (answer: string) => {
      await userEvent.click(screen.getByRole("radio", { name: "View" }));
      const question = await screen.findByRole("alertdialog");
      await userEvent.click(within(question).getByRole("button", { name: answer }));
      await expect.poll(() => screen.queryByRole("alertdialog")).toBeNull();
    };
    await leave("Cancel");
    expect(edited).toEqual([]);
    await leave("Confirm");
    await expect.poll(() => edited).toEqual([false]);
  });
});

describe("a subtitle that is downloaded", () => {
  it("is a file named after its video, in the format that was asked for; or why there is none", async () => {
    const { subtitle } = await show({ language: "de" });
    const call = `GET /recordings/${subtitle.recording_id}/subtitles/${subtitle.id}/download`;
    const saved: string[] = [];
    vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:x");
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download);
    });
    const download = async (format: string) => {
      await userEvent.click(screen.getByRole("button", { name: "Download" }));
      await userEvent.click(await screen.findByRole("menuitem", { name: format }));
    };
    const asked = answers({ [call]: new Response("WEBVTT") });
    await download("VTT");
    await expect.poll(() => saved).toEqual(["How we ship.de.vtt"]);
    expect(asked).toEqual([[call]]);
    answers({ [call]: refusal(404, "It is gone") });
    await download("TXT");
    await screen.findByText("It is gone");
    expect(saved).toHaveLength(1);
    vi.restoreAllMocks();
  });
});
