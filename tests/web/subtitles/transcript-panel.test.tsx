// @vitest-environment happy-dom
import { QueryClient } from "@tanstack/react-query";
import { act, cleanup, fireEvent, screen, within } from "@testing-library/react";
import { lazy, type ReactNode } from "react";
import { afterEach, describe, expect, it } from "vitest";
import type { Chapter } from "#contract/chapters.ts";
import type { Subtitle } from "#contract/subtitles.ts";
import { answers, refusal } from "#tests/web/lib/answers.ts";
import { choose } from "#tests/web/lib/choose.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { isOff } from "#tests/web/lib/off.ts";
import { placeOfVideo, subtitleWith, withCues } from "#tests/web/lib/subtitles.ts";
import { chaptersQuery } from "#web/data/chapters.ts";
import { subtitleQuery, subtitlesQuery } from "#web/data/subtitles.ts";
import { Suggestion } from "#web/features/subtitles/subtitle-manager.tsx";
import TranscriptPanel from "#web/features/subtitles/transcript/transcript-panel.tsx";
import { createQueryClient } from "#web/lib/query.ts";

afterEach(cleanup);

const chapters: Chapter[] = [
  { at_seconds: 0, title: "Welcome" },
  { at_seconds: 12, title: "How we ship" },
];

async function show(subtitles: Subtitle[], known = chapters, making?: ReactNode) {
  const [place, cache] = [placeOfVideo(), new QueryClient()];
  cache.setQueryData(chaptersQuery(place.scope).queryKey, { chapters: known });
  cache.setQueryData(subtitlesQuery(place.scope).queryKey, { subtitles });
  for (const one of subtitles)
    cache.setQueryData(
      subtitleQuery(place.scope, one.id).queryKey,
      withCues(
        one,
        { start: 2, end: 4, text: `${one.language} one` },
        { start: 5, end: 9, text: `${one.language} two` },
      ),
    );
  await renderInApp(<TranscriptPanel {...{ place, making }} />, { cache });
  return { ...place, cache };
}

const said = () => screen.getByRole("list", { name: "Transcript" });
const current = (list: HTMLElement) => list.querySelector("[aria-current]")?.textContent;
const picker = () => screen.queryByLabelText("Language of the transcript");

describe("what is said in a video", () => {
  it("is read in the viewer's language, of those that are ready, and in another on request", async () => {
    await show([
      subtitleWith({ language: "de" }),
      subtitleWith(),
      subtitleWith({ language: "en", is_edited: true, status: "failed" }),
    ]);
    expect(said().textContent).toContain("en one");
    await choose("Language of the transcript", "Deutsch");
    await expect.poll(() => said().textContent).toContain("de one");
    expect(picker()?.textContent).toContain("Deutsch");
  });

  it("offers no choice where there is none, and says where there is nothing", async () => {
    await show([subtitleWith(), subtitleWith({ status: "running" })]);
    expect(picker()).toBeNull();
    cleanup();
    await show([subtitleWith({ status: "running" })]);
    expect(screen.getByText(/^No transcript yet/)).toBeDefined();
  });

  it("stands before what makes it, which keeps its state while the text is read", async () => {
    const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
    await show([subtitleWith()], [], <input aria-label="Making" />);
    const field = () => screen.queryByLabelText("Making");
    expect([said().textContent?.includes("en one"), field()]).toEqual([true, null]);
    press("Subtitles");
    expect(screen.queryByRole("list", { name: "Transcript" })).toBeNull();
    fireEvent.change(field() ?? document.body, { target: { value: "kept" } });
    press("Transcript");
    expect(said().textContent).toContain("en one");
    press("Subtitles");
    expect(field()).toHaveProperty("value", "kept");
  });

  it("is left by a button that stays while what makes it is fetched, and keeps the focus", async () => {
    const fetched = Promise.withResolvers<{ default: () => ReactNode }>();
    const Making = lazy(() => fetched.promise);
    await show([subtitleWith()], [], <Making />);
    const button = screen.getByRole("button", { name: "Subtitles" });
    button.focus();
    fireEvent.click(button);
    expect(screen.getByRole("button", { name: "Subtitles" })).toBe(button);
    await act(async () => fetched.resolve({ default: () => <p>Making</p> }));
    await screen.findByText("Making");
    expect([document.activeElement, button.textContent]).toEqual([button, "Transcript"]);
  });

  it("gives its place to what makes it where there is none yet, also when the first is ready", async () => {
    const { scope, cache } = await show([], chapters, <p>Making</p>);
    expect(screen.getByText(/^No transcript yet/)).toBeDefined();
    expect(screen.getByText("Making")).toBeDefined();
    expect(screen.getByRole("list", { name: "Chapters" })).toBeDefined();
    expect(screen.queryByRole("button", { name: /^(Subtitles|Transcript)$/ })).toBeNull();
    act(() => cache.setQueryData(subtitlesQuery(scope).queryKey, { subtitles: [subtitleWith()] }));
    expect(await screen.findByRole("button", { name: "Transcript" })).toBeDefined();
    expect(screen.getByText("Making")).toBeDefined();
    expect(screen.queryByText(/^No transcript yet/)).toBeNull();
  });

  it("is marked where it plays, and so is the chapter", async () => {
    const { clock, jumps } = await show([subtitleWith()]);
    const list = screen.getByRole("list", { name: "Chapters" });
    expect(current(said())).toBeUndefined();
    act(() => clock.tell(5));
    expect(current(said())).toContain("en two");
    expect(current(list)).toContain("Welcome");
    act(() => clock.tell(12));
    expect(current(list)).toContain("How we ship");
    fireEvent.click(within(list).getByRole("button", { name: /How we ship/ }));
    expect(jumps).toEqual([12]);
  });

  it("marks no chapter before the first begins, and has no list without one", async () => {
    await show([subtitleWith()], chapters.slice(1));
    expect(current(screen.getByRole("list", { name: "Chapters" }))).toBeUndefined();
    cleanup();
    await show([subtitleWith()], []);
    expect(screen.queryByText("Chapters")).toBeNull();
  });

  it("follows the video until somebody scrolls, and again when they want", async () => {
    const { clock } = await show([subtitleWith()]);
    const follow = () => screen.queryByRole("button", { name: "Follow the recording" });
    fireEvent.wheel(said());
    expect(follow()).toBeNull();
    act(() => clock.tell(5));
    expect(follow()).not.toBeNull();
    fireEvent.click(follow() ?? said());
    expect(follow()).toBeNull();
    fireEvent.touchMove(said());
    expect(follow()).not.toBeNull();
  });

  it("that could not be read is asked for again on request", async () => {
    const place = placeOfVideo();
    const list = `GET /recordings/${place.recording.id}/subtitles`;
    const cache = createQueryClient();
    answers({ [list]: refusal(404, "No") });
    await renderInApp(<TranscriptPanel place={place} />, { cache });
    await act(() => cache.fetchQuery(subtitlesQuery(place.scope)).catch(() => {}));
    const asked = answers({ [list]: { subtitles: [] } });
    fireEvent.click(await screen.findByRole("button", { name: "Retry" }));
    await screen.findByText(/^No transcript yet/);
    expect(asked).toEqual([[list]]);
  });
});

describe("a suggested title with chapters", () => {
  const place = placeOfVideo();
  const start = `/recordings/${place.recording.id}`;
  const button = (name: string) => screen.findByRole<HTMLButtonElement>("button", { name });
  async function suggest(offer: { title: string; chapters: Chapter[] }, known: Chapter[] = []) {
    const cache = new QueryClient();
    cache.setQueryData(chaptersQuery(place.scope).queryKey, { chapters: known });
    const asked = answers({
      [`POST ${start}/suggestions`]: { ...offer, subtitle_id: crypto.randomUUID() },
      [`PUT ${start}/chapters`]: { chapters: offer.chapters },
    });
    await renderInApp(<Suggestion place={place} />, { cache });
    fireEvent.click(await button("Suggest title and chapters"));
    await expect.poll(() => asked.length).toBe(1);
    return asked;
  }

  it("changes nothing before it is accepted, and each is accepted for itself", async () => {
    const asked = await suggest({ title: "How we ship", chapters });
    const accept = await button("Use these chapters");
    fireEvent.click(accept);
    await expect.poll(() => accept.textContent).toBe("Saved");
    expect(isOff(accept)).toBe(true);
    expect(isOff(await button("Use this title"))).toBe(false);
    expect(asked.slice(1)).toEqual([[`PUT ${start}/chapters`, { chapters }]]);
  });

  it("offers only what there is, and the removal only of chapters that there are", async () => {
    await suggest({ title: "How we ship", chapters: [] });
    await button("Use this title");
    expect(screen.queryByRole("button", { name: "Use these chapters" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Remove chapters" })).toBeNull();
    cleanup();
    const asked = await suggest({ title: "", chapters: [] }, chapters);
    expect(screen.queryByRole("button", { name: "Use this title" })).toBeNull();
    fireEvent.click(await button("Remove chapters"));
    await expect.poll(() => asked.at(-1)).toEqual([`PUT ${start}/chapters`, { chapters: [] }]);
  });
});
