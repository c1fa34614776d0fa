// @vitest-environment happy-dom
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { useCaptions } from "#web/features/player/captions.ts";
import { Cue, withCues } from "./a-cue.ts";

withCues();
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** A video with these tracks, and what each of them says now. */
function videoSaying(says: Record<string, string[]>) {
  const video = document.createElement("video");
  const listening = new Set<string>();
  const modes: Record<string, { mode: string }> = {};
  for (const [id, words] of Object.entries(says)) {
    const element = document.createElement("track");
    element.dataset.id = id;
    const track = {
      mode: "disabled",
      activeCues: words.map((one) => new Cue(one)),
      addEventListener: () => void listening.add(id),
      removeEventListener: () => void listening.delete(id),
    };
    modes[id] = track;
    Object.defineProperty(element, "track", { value: track });
    video.append(element);
  }
  const tracks = Object.keys(says).map((id) => ({ id, src: id, language: id, label: id }));
  const modeOf = (id: string) => modes[id]?.mode;
  return { place: { current: video }, tracks, listening, modeOf };
}

test("what a track says now goes with it, when another is chosen or none", () => {
  const { place, tracks, listening } = videoSaying({ en: ["Hello"], de: [] });
  const { result } = renderHook(() => useCaptions(place, tracks));
  const choose = (id: string | null) => act(() => result.current.choose(id));
  choose("en");
  expect(result.current.lines).toEqual(["Hello"]);
  choose("de");
  expect(result.current.lines).toEqual([]);
  choose("en");
  choose(null);
  expect(result.current).toMatchObject({ showing: null, lines: [] });
  expect([...listening]).toEqual([]);
});

test("captions are off until somebody wants them, and are wanted for the next video, too", () => {
  const { place, tracks, modeOf } = videoSaying({ en: ["Hello"], de: [] });
  const first = renderHook(() => useCaptions(place, tracks));
  expect(first.result.current.showing).toBeNull();
  act(() => first.result.current.choose("de"));
  expect([modeOf("en"), modeOf("de")]).toEqual(["disabled", "hidden"]);
  first.unmount();
  expect(modeOf("de"), "a track that nobody reads").toBe("disabled");

  const next = renderHook(() => useCaptions(place, tracks));
  expect(next.result.current.showing).toBe("de");
  act(() => next.result.current.toggle());
  expect(next.result.current.showing).toBeNull();
  next.unmount();

  const last = renderHook(() => useCaptions(place, tracks));
  expect(last.result.current.showing, "off for the next").toBeNull();
  act(() => last.result.current.toggle());
  expect(last.result.current.showing, "in the language of the last time").toBe("de");
});

test("captions that were deleted give way to others, and those of one track to none", () => {
  const { place, tracks } = videoSaying({ en: ["Hello"], de: [] });
  const { result, rerender } = renderHook(({ given }) => useCaptions(place, given), {
    initialProps: { given: tracks },
  });
  act(() => result.current.choose("de"));
  rerender({ given: tracks.filter(({ id }) => id === "en") });
  expect(result.current).toMatchObject({ showing: "en", lines: ["Hello"] });
  rerender({ given: [] });
  expect(result.current).toMatchObject({ showing: null, lines: [] });
});

test("a video without captions leaves what is wanted for the next one as it is", () => {
  const german = videoSaying({ de: ["Hallo"] });
  const first = renderHook(() => useCaptions(german.place, german.tracks));
  act(() => first.result.current.toggle());
  const silent = videoSaying({});
  const second = renderHook(() => useCaptions(silent.place, silent.tracks));
  act(() => second.result.current.toggle());
  const { result } = renderHook(() => useCaptions(german.place, german.tracks));
  expect(result.current.showing).toBe("de");
});

test("a track that did not come is asked for once more, by another element, and later each time", () => {
  vi.useFakeTimers();
  const { place, tracks } = videoSaying({ en: ["Hello"] });
  const { result } = renderHook(() => useCaptions(place, tracks));
  const fail = () =>
    act(() => void place.current.querySelector("track")?.dispatchEvent(new Event("error")));
  const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
  act(() => result.current.choose("en"));
  pass(600_000);
  expect(result.current.tries, "it came").toBe(0);
  for (const [number, ms] of [1000, 4000, 16_000, 60_000, 60_000].entries()) {
    fail();
    pass(ms - 1);
    expect(result.current.tries).toBe(number);
    pass(1);
    expect(result.current.tries).toBe(number + 1);
  }
  fail();
  act(() => result.current.choose(null));
  pass(60_000);
  expect(result.current.tries, "nobody wants it any more").toBe(5);
});
