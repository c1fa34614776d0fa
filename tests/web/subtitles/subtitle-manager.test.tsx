// @vitest-environment happy-dom
import { QueryClient } from "@tanstack/react-query";
import { act, cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, test } from "vitest";
import type { Config } from "#contract/config.ts";
import type { CurrentSubscription } from "#contract/subscriptions.ts";
import type { Subtitle } from "#contract/subtitles.ts";
import { answers, refusal } from "#tests/web/lib/answers.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { placeOfVideo, subtitleWith, withCues } from "#tests/web/lib/subtitles.ts";
import { configQuery } from "#web/data/config.ts";
import { subscriptionQuery } from "#web/data/subscriptions.ts";
import { subtitleQuery, subtitlesQuery } from "#web/data/subtitles.ts";
import SubtitleManager from "#web/features/subtitles/subtitle-manager.tsx";

afterEach(cleanup);

async function show(subtitles: Subtitle[], { isOwner = true, translation = true } = {}) {
  const [place, cache] = [placeOfVideo(), new QueryClient()];
  cache.setQueryData(configQuery.queryKey, { transcription: "off", translation } as Config); // no more of it is read
  cache.setQueryData(subscriptionQuery.queryKey, {
    subtitle_addon_enabled: true,
    subtitle_minutes: { used: 0, limit: null, resets_at: "2026-12-01T00:00:00Z" },
  } as CurrentSubscription); // no more of it is read
  const list = subtitlesQuery(place.scope).queryKey;
  cache.setQueryData(list, { subtitles });
  for (const one of subtitles)
    cache.setQueryData(
      subtitleQuery(place.scope, one.id).queryKey,
      withCues(one, { start: 0, end: 1, text: "Hello" }),
    );
  await renderInApp(<SubtitleManager place={place} isOwner={isOwner} />, { cache });
  const become = (now: Subtitle[]) =>
    act(() => {
      for (const one of now.filter(({ status }) => status !== "ready"))
        cache.setQueryData(subtitleQuery(place.scope, one.id).queryKey, withCues(one));
      cache.setQueryData(list, { subtitles: now });
    });
  return { become };
}

const open = () =>
  screen
    .getAllByRole("heading")
    .flatMap((head) => Array.from(head.querySelectorAll("button")))
    .map((button) => button.getAttribute("aria-expanded") === "true");
const making = () => screen.queryByRole("heading", { name: "Upload subtitles" });
const suggestion = () => screen.queryByRole("button", { name: "Suggest title and chapters" });

describe("the subtitles of a video", () => {
  it("are made by its owner, and read by all", async () => {
    await show([]);
    expect(making()).not.toBeNull();
    expect(screen.queryByRole("listitem")).toBeNull();
    cleanup();
    await show([subtitleWith()], { isOwner: false });
    expect(making()).toBeNull();
    expect(screen.getByRole("listitem")).toBeDefined();
    expect(suggestion()).toBeNull();
  });

  it("are a chapter's source for the owner once one is ready, where the server can write", async () => {
    await show([subtitleWith({ status: "running" })]);
    expect(suggestion()).toBeNull();
    cleanup();
    await show([subtitleWith({ status: "running" }), subtitleWith()]);
    expect(suggestion()).not.toBeNull();
    cleanup();
    await show([subtitleWith()], { translation: false });
    expect(suggestion()).toBeNull();
    expect(screen.getByText(/are not set up on this server/)).toBeDefined();
  });

  it("are closed if they were ready, and stay open once they become it", async () => {
    const [ready, made, failed] = [
      subtitleWith(),
      subtitleWith({ language: "de", status: "running" }),
      subtitleWith({ language: "fr", status: "failed" }),
    ];
    const { become } = await show([ready, made, failed]);
    expect(open()).toEqual([false, true, true]);
    await userEvent.click(screen.getByRole("button", { name: /^French/ }));
    expect(open()).toEqual([false, true, false]);
    await become([ready, { ...made, status: "ready" }, failed]);
    expect(open()).toEqual([false, true, false]);
  });

  it("leave the place to the one that is edited", async () => {
    await show([subtitleWith(), subtitleWith({ language: "de" })]);
    await userEvent.click(screen.getByRole("button", { name: /^English/ }));
    await userEvent.click(screen.getByRole("radio", { name: "Edit" }));
    expect(screen.getByRole("region", { name: "Subtitle editor" })).toBeDefined();
    expect(screen.queryByRole("button", { name: /^German/ })).toBeNull();
    expect([making(), suggestion()]).toEqual([null, null]);
    await userEvent.click(screen.getByRole("radio", { name: "View" }));
    expect(await screen.findByRole("button", { name: /^German/ })).toBeDefined();
  });
});

test("subtitles that cannot be read say so, and are read again on request", async () => {
  const place = placeOfVideo();
  const path = `GET /recordings/${place.recording.id}/subtitles`;
  const first = Promise.withResolvers<object>();
  answers({ [path]: () => first.promise });
  await renderInApp(<SubtitleManager place={place} isOwner={false} />, { asks: true });
  await screen.findByLabelText("Loading subtitles");
  first.resolve(refusal(503, "Away"));
  await screen.findByText("Failed to load subtitles");
  answers({ [path]: { subtitles: [subtitleWith()] } });
  await userEvent.click(screen.getByRole("button", { name: "Retry" }));
  await screen.findByRole("button", { name: /^English/ });
  expect(screen.queryByText("Failed to load subtitles")).toBeNull();
});

test("what is written in subtitles that are deleted elsewhere stays until it is left", async () => {
  answers({});
  const subtitle = subtitleWith();
  const { become } = await show([subtitle]);
  await userEvent.click(screen.getByRole("button", { name: /^English/ }));
  await userEvent.click(screen.getByRole("radio", { name: "Edit" }));
  await userEvent.type(screen.getByLabelText("Line 1"), " there");
  become([]);
  await screen.findByText(/^These subtitles were deleted elsewhere/);
  expect(screen.getByLabelText<HTMLTextAreaElement>("Line 1").value).toBe("Hello there");
  await userEvent.click(screen.getByRole("radio", { name: "View" }));
  await userEvent.click(await screen.findByRole("button", { name: "Confirm" }));
  await expect.poll(() => screen.queryByRole("listitem")).toBeNull();
  expect(screen.queryByText(/^These subtitles were deleted elsewhere/)).toBeNull();
});

test("what is written stays while the subtitle's gaps are tried again elsewhere, and when that fails", async () => {
  const subtitle = subtitleWith({ gaps: [{ start: 1, end: 2, error: "Too quiet" }] });
  const { become } = await show([subtitle], { isOwner: false });
  await userEvent.click(screen.getByRole("button", { name: /^English/ }));
  await userEvent.click(screen.getByRole("radio", { name: "Edit" }));
  await userEvent.type(screen.getByLabelText("Line 1"), " there");
  for (const [status, badge] of [
    ["running", "Under way"],
    ["failed", "Failed"],
  ] as const) {
    become([{ ...subtitle, status, progress: 0 }]);
    await screen.findByText(badge);
    expect(screen.getByLabelText<HTMLTextAreaElement>("Line 1").value).toBe("Hello there");
  }
});

describe("what can be done with a subtitle", () => {
  const tools = () =>
    screen
      .getAllByRole("button")
      .map(({ textContent }) => textContent)
      .filter((name) => /^(Download|Translate|Delete)$/.test(name));

  it.each<
    [what: string, Partial<Subtitle>, { isOwner?: boolean; translation?: boolean }, string[]]
  >([
    ["its owner", {}, {}, ["Download", "Translate", "Delete"]],
    ["its owner, without a model", {}, { translation: false }, ["Download", "Delete"]],
    ["another", {}, { isOwner: false }, ["Download"]],
    ["its owner, before it is ready", { status: "running" }, {}, ["Delete"]],
  ])("by %s", async (_, part, who, can) => {
    await show([subtitleWith(part)], who);
    if (!open()[0]) await userEvent.click(screen.getByRole("button", { name: /^English/ }));
    expect(tools()).toEqual(can);
  });

  it("is translated after asking into what, which can be given up", async () => {
    const asked = answers({});
    await show([subtitleWith()]);
    await userEvent.click(screen.getByRole("button", { name: /^English/ }));
    expect(screen.queryByRole("dialog")).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Translate" }));
    await screen.findByRole("dialog", { name: "Translate from English" });
    await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
    await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
    expect(asked).toEqual([]);
  });

  it.each([
    [false, "Cancel"],
    [true, "Confirm"],
  ])(
    "is deleted after asking, which names what was edited (%s), by %s",
    async (is_edited, press) => {
      const subtitle = subtitleWith({ is_edited });
      const path = `DELETE /recordings/${subtitle.recording_id}/subtitles/${subtitle.id}`;
      const asked = answers({ [path]: { success: true } });
      await show([subtitle]);
      await userEvent.click(screen.getByRole("button", { name: /^English/ }));
      await userEvent.click(screen.getByRole("button", { name: "Delete" }));
      const dialog = await screen.findByRole("alertdialog");
      expect(dialog.textContent.includes("Your changes to it are lost.")).toBe(is_edited);
      await userEvent.click(screen.getByRole("button", { name: press }));
      if (is_edited) await expect.poll(() => screen.queryByRole("listitem")).toBeNull();
      await expect.poll(() => screen.queryByRole("alertdialog")).toBeNull();
      expect(asked).toEqual(is_edited ? [[path]] : []);
    },
  );
});
