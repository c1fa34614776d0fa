// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { SUBTITLE_LIMIT_BYTES } from "#contract/subtitles.ts";
import { answers, refusal } from "#tests/web/lib/answers.ts";
import { choose, options } from "#tests/web/lib/choose.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { isOff } from "#tests/web/lib/off.ts";
import { subtitleWith } from "#tests/web/lib/subtitles.ts";
import { GenerateForm, UploadForm } from "#web/features/subtitles/making-subtitles.tsx";
import { keepLanguage, recentLanguages } from "#web/features/subtitles/recent-languages.ts";
import { TranslateDialog } from "#web/features/subtitles/subtitle-tools.tsx";
import { loadToasts } from "#web/ui/layers/toast.ts";

beforeAll(loadToasts);
afterEach(() => {
  cleanup();
  localStorage.clear();
});

const made = subtitleWith({ status: "queued" });
const scope = { recordingId: made.recording_id };
const path = (rest = "") => `POST /recordings/${scope.recordingId}/subtitles${rest}`;
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

describe("subtitles that are generated", () => {
  it("begin in the language chosen last, as srt, and the language is kept once they do", async () => {
    keepLanguage("de");
    const asked = answers({ [path()]: made });
    await renderInApp(<GenerateForm scope={scope} />);
    await press("Generate");
    await expect.poll(() => asked).toEqual([[path(), { language: "de", format: "srt" }]]);
    await choose("Spoken language", "French");
    await userEvent.click(screen.getByRole("radio", { name: "VTT" }));
    expect(recentLanguages()).toEqual(["de"]);
    await press("Generate");
    await expect.poll(() => asked.at(-1)).toEqual([path(), { language: "fr", format: "vtt" }]);
    await expect.poll(recentLanguages).toEqual(["fr", "de"]);
  });

  it("keep no language that was refused", async () => {
    answers({ [path()]: refusal(402, "No minutes are left") });
    await renderInApp(<GenerateForm scope={scope} />);
    await press("Generate");
    await screen.findByText("No minutes are left");
    expect(recentLanguages()).toEqual([]);
  });

  it("are of a language that no model knows by name only after saying so", async () => {
    keepLanguage("en");
    await renderInApp(<GenerateForm scope={scope} />);
    expect(screen.queryByText(/No model is told/)).toBeNull();
    await choose("Spoken language", "Irish");
    expect(screen.getByText(/No model is told/)).toBeDefined();
  });
});

describe("the languages to choose from", () => {
  it("begin with those chosen before, each once, until something is typed", async () => {
    keepLanguage("de");
    await renderInApp(<GenerateForm scope={scope} />);
    fireEvent.click(screen.getByLabelText("Spoken language"));
    const groups = () =>
      Array.from(document.querySelectorAll("[role=group]"), (one) => one.firstChild?.textContent);
    const type = (value: string) =>
      fireEvent.change(screen.getByLabelText("Find a language"), { target: { value } });
    expect(groups()).toEqual(["Recent", "All languages"]);
    const german = options().filter(({ textContent }) => textContent === "German · Deutsch");
    expect(german).toHaveLength(1);
    type("germ");
    expect(groups()).toEqual(["Languages"]);
    expect(options()).toHaveLength(1);
    type("germx");
    expect(screen.getByText(/^No such language/)).toBeDefined();
  });
});

describe("a translation", () => {
  const show = async (language: string) => {
    let closed = 0;
    const subtitle = subtitleWith({ language });
    await renderInApp(
      <TranslateDialog scope={scope} subtitle={subtitle} onClose={() => (closed += 1)} />,
    );
    const chosen = screen.getByLabelText("Translate into").textContent;
    return { chosen, subtitle, closed: () => closed };
  };

  it.each([
    ["en", [], "Spanish · español"],
    ["de", [], "English"],
    ["de", ["de", "fr"], "French · français"],
    ["fr", ["de", "fr"], "German · Deutsch"],
  ] as const)("of %s, after %j, is offered into %s", async (from, before, into) => {
    for (const code of before.toReversed()) keepLanguage(code);
    const { chosen } = await show(from);
    expect(chosen?.toLowerCase()).toBe(into.toLowerCase());
  });

  it("is asked for once, and closes the question when it has begun", async () => {
    const { subtitle, closed } = await show("de");
    const call = path(`/${subtitle.id}/translate`);
    const asked = answers({ [call]: made });
    await press("Translate");
    await expect.poll(closed).toBe(1);
    expect(asked).toEqual([[call, { language: "en" }]]);
    expect(recentLanguages()).toEqual(["en"]);
  });

  it("that is refused leaves the question open, and one into the same language is not offered", async () => {
    const { subtitle, closed } = await show("de");
    answers({ [path(`/${subtitle.id}/translate`)]: refusal(409, "It is gone") });
    await press("Translate");
    await screen.findByText("It is gone");
    expect(closed()).toBe(0);
    await choose("Translate into", "German");
    expect(isOff(screen.getByRole("button", { name: "Translate" }))).toBe(true);
  });
});

describe("a file of subtitles", () => {
  const upload = path("/upload");
  const file = (bytes: number, name = "talk.srt") => new File(["x".repeat(bytes)], name);
  const bring = (one: File) =>
    fireEvent.change(screen.getByLabelText("Subtitle file"), { target: { files: [one] } });

  it("is sent up to its limit with its language, which is kept", async () => {
    const asked = answers({ [upload]: made });
    await renderInApp(<UploadForm scope={scope} />);
    bring(file(SUBTITLE_LIMIT_BYTES + 1));
    await screen.findByText("This file is too large for subtitles");
    expect(asked).toEqual([]);
    bring(file(SUBTITLE_LIMIT_BYTES));
    await screen.findByText("Subtitle uploaded");
    expect(asked.map(([call]) => call)).toEqual([upload]);
    expect(asked[0]?.[1]).toMatchObject({ language: "en" });
    expect(recentLanguages()).toEqual(["en"]);
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("can be chosen again after it was mended", async () => {
    const input = () => screen.getByLabelText<HTMLInputElement>("Subtitle file");
    answers({ [upload]: made });
    await renderInApp(<UploadForm scope={scope} />);
    await userEvent.upload(input(), file(3));
    expect(input().value).toBe("");
  });

  it.each([
    [1, 1, null],
    [8, 8, null],
    [9, 8, "and 1 more"],
  ])("that has %i wrong lines names %i of them", async (wrong, named, more) => {
    const lines = Array.from({ length: wrong }, (_, n) => [`line ${n + 1}`, "No time"]);
    answers({ [upload]: refusal(400, "It cannot be read", Object.fromEntries(lines)) });
    await renderInApp(<UploadForm scope={scope} />);
    bring(file(3));
    const said = await screen.findByRole("alert");
    expect(said.firstChild?.textContent).toBe("talk.srt cannot be read");
    const items = Array.from(said.querySelectorAll("li"), ({ textContent }) => textContent);
    expect(items).toHaveLength(named);
    expect(items[0]).toBe("line 1: No time");
    expect(screen.queryByText(/^and \d+ more$/)?.textContent ?? null).toBe(more);
  });

  it("that is wrong as a whole says so without a line", async () => {
    answers({ [upload]: refusal(400, "No", { content: "There is nothing in it" }) });
    await renderInApp(<UploadForm scope={scope} />);
    bring(file(3));
    const said = await screen.findByRole("alert");
    expect(said.querySelector("li")?.textContent).toBe("There is nothing in it");
  });

  it("that the computer does not give any more is no upload, and that is said", async () => {
    const asked = answers({ [upload]: made });
    await renderInApp(<UploadForm scope={scope} />);
    const gone = file(3);
    gone.arrayBuffer = () => Promise.reject(new DOMException("It is gone", "NotReadableError"));
    bring(gone);
    await screen.findByText("Failed to upload subtitle");
    expect(asked).toEqual([]);
  });

  it("that is wrong is not called as a later one that was too large to send", async () => {
    answers({ [upload]: refusal(422, "No", { "line 3": "No time" }) });
    await renderInApp(<UploadForm scope={scope} />);
    bring(file(3));
    await screen.findByText("talk.srt cannot be read");
    bring(file(SUBTITLE_LIMIT_BYTES + 1, "large.srt"));
    await screen.findByText("This file is too large for subtitles");
    expect(screen.getByRole("alert").firstChild?.textContent).toBe("talk.srt cannot be read");
  });
});
