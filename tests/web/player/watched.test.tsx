// @vitest-environment happy-dom
import { act, cleanup } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Watched } from "#contract/viewers.ts";
import { newWatch } from "#web/features/player/use-watched.ts";
import { ApiError } from "#web/lib/api-error.ts";
import { renderPlayer } from "./a-player.tsx";

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** A viewer, and what the player says of them; `answer` is what the server does with it. */
function watching(answer: () => Promise<void> = async () => {}) {
  const said: Watched[] = [];
  const seen = { seeking: false, visibilityState: "visible" };
  const player = renderPlayer({
    duration: 60,
    onWatched(watched) {
      said.push(watched);
      return answer();
    },
  });
  Object.defineProperty(player.video, "seeking", { get: () => seen.seeking });
  Object.defineProperty(document, "visibilityState", {
    get: () => seen.visibilityState,
    configurable: true,
  });
  const { report } = player;
  /** The film goes on, and time with it: at `speed` as fast. */
  const play = (from: number, to: number, speed = 1) => {
    report({ paused: false, currentTime: from, playbackRate: speed }, "playing");
    for (let at = from; at <= to; at += speed / 4) {
      report({ currentTime: at });
      act(() => void vi.advanceTimersByTime(250));
    }
  };
  const show = (visibilityState: "visible" | "hidden") => {
    Object.assign(seen, { visibilityState });
    act(() => void document.dispatchEvent(new Event("visibilitychange")));
  };
  const seek = (to: number) => {
    seen.seeking = true;
    report({ currentTime: to }); // the element is there at once, and says so
    report({}, "seeking");
    seen.seeking = false;
    report({}, "seeked");
  };
  const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  return { ...player, said, play, show, seek, wait };
}

const rangesOf = (said: readonly Watched[]) => said.flatMap(({ ranges }) => ranges);

/** Joined where one goes on where the other stopped. */
function stretches(said: readonly Watched[]) {
  const joined: [number, number][] = [];
  for (const [start, end] of rangesOf(said)) {
    const last = joined.at(-1);
    if (last && last[1] === start) last[1] = end;
    else joined.push([start, end]);
  }
  return joined;
}

test("who plays 10 to 20, seeks to 40, plays to 50 at twice the speed, hides the tab and comes back has watched that", async () => {
  const film = watching();
  film.report({ currentTime: 10 });
  film.play(10, 20);
  film.seek(40);
  film.play(40, 50, 2);
  film.show("hidden");
  await film.wait(0);
  const before = stretches(film.said);
  film.play(50, 55); // a hidden film plays on, and nobody sees it
  film.show("visible");
  expect(before).toEqual([
    [10, 20],
    [40, 50],
  ]);
  film.report({ paused: false, currentTime: 55.5 });
  film.report({ paused: true, currentTime: 57 }, "pause");
  await film.wait(10_000);
  expect(stretches(film.said).slice(2)).toEqual([[55, 57]]);
  expect(film.said.map(({ n }) => n)).toEqual(film.said.map((_, at) => at + 1));
  expect(new Set(film.said.map(({ view_id }) => view_id)).size).toBe(1);
});

test("nothing is said of a film that does not play, and at the end of the page the rest at once", async () => {
  const film = watching();
  film.report({ currentTime: 5 });
  film.seek(30);
  await film.wait(60_000);
  expect(film.said).toEqual([]);
  film.play(30, 33);
  act(() => void window.dispatchEvent(new Event("pagehide")));
  expect(stretches(film.said)).toEqual([[30, 33]]);
  film.unmount();
  await film.wait(60_000);
  expect(film.said).toHaveLength(1);
});

test("what did not arrive is sent again under its number, and what is refused is not", async () => {
  const answers = [
    new ApiError(0, "unreachable", undefined),
    new ApiError(503, "away", undefined),
    new ApiError(429, "too_many_requests", undefined),
    new ApiError(404, "not_found", undefined),
  ];
  const film = watching(async () => {
    const error = answers.shift();
    if (error) throw error;
  });
  film.play(0, 4);
  film.report({ paused: true, currentTime: 4 }, "pause");
  await film.wait(40_000);
  expect(film.said.map(({ n, ranges }) => [n, ranges])).toEqual(Array(4).fill([1, [[0, 4]]]));
  film.play(4, 6);
  film.report({ paused: true, currentTime: 6 }, "pause");
  await film.wait(10_000);
  expect(film.said.slice(4).map(({ n, ranges }) => [n, ranges])).toEqual([[2, [[4, 6]]]]);
});

test("a call brings at most a minute of film and two hundred parts, and nothing behind its end", () => {
  const watch = newWatch();
  watch.plays(0);
  watch.plays(150);
  expect([watch.take(130), watch.take(130), watch.take(130), watch.take(130)]).toEqual([
    [[0, 60]],
    [[60, 120]],
    [[120, 130]],
    [],
  ]);
  for (let at = 0; at < 250; at++) {
    watch.plays(at * 0.2);
    watch.stops(at * 0.2 + 0.1);
  }
  const parts = [watch.take(130), watch.take(130)];
  expect(parts.map((spans) => spans.length)).toEqual([200, 50]);
  expect(parts[1]?.[0]).toEqual([40, 40.1]);
});

test("while an answer is waited for nothing more is sent, and then the rest at once", async () => {
  const first = Promise.withResolvers<void>();
  const film = watching(() => first.promise);
  film.play(0, 25);
  await film.wait(0);
  expect(film.said.map(({ n }) => n)).toEqual([1]);
  first.resolve();
  await film.wait(0);
  expect(film.said.map(({ n }) => n)).toEqual([1, 2]);
  expect(stretches(film.said)[0]?.[0]).toBe(0);
});

test("what was watched last is sent after what is on its way, where another film takes the place", async () => {
  const first = Promise.withResolvers<void>();
  const film = watching(() => first.promise);
  film.play(0, 12);
  film.unmount();
  expect(film.said.map(({ n }) => n)).toEqual([1]);
  first.resolve();
  await film.wait(0);
  expect(film.said.map(({ n }) => n)).toEqual([1, 2]);
  expect(stretches(film.said)).toEqual([[0, 12]]);
});
