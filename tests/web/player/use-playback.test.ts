// @vitest-environment happy-dom
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Source } from "#web/features/player/player-props.ts";
import { keepPreferences } from "#web/features/player/preferences.ts";
import { streamSources } from "#web/features/player/recording-player.tsx";
import { usePlayback } from "#web/features/player/use-playback.ts";

beforeEach(() => localStorage.clear());
afterEach(cleanup);

const source = (src: string): readonly Source[] => [{ src, type: "video/webm" }];

test.each([
  ["where it broke", undefined, 12],
  ["where somebody has gone meanwhile", 40, 40],
  ["the beginning, if that is where somebody has gone", 0, 0],
])("a video that broke goes on at %s", async (_, asked, goesOn) => {
  const video = document.createElement("video");
  const state = { time: 12, loads: 0 };
  const currentTime = {
    get: () => state.time,
    set: (time: number) => Object.assign(state, { time }),
  };
  Object.defineProperties(video, { currentTime });
  video.load = () => void state.loads++;
  const renewing = Promise.withResolvers<readonly Source[]>();
  const [place, sources] = [{ current: video }, source("/old")];
  const options = { duration: 60, startAt: undefined, onRenew: () => renewing.promise };
  const { result } = renderHook(() => usePlayback(place, { ...options, sources }));
  act(() => void video.dispatchEvent(new Event("timeupdate")));
  act(() => void video.dispatchEvent(new Event("error")));
  expect(result.current.playback.phase).toBe("recovering");
  if (asked !== undefined) result.current.seekOnLoad.current = asked;
  await act(async () => renewing.resolve(source("/new")));
  expect(state.loads).toBe(1);
  state.time = 0;
  act(() => void video.dispatchEvent(new Event("loadedmetadata")));
  expect(state.time).toBe(goesOn);
});

/** An element that stands where it is told to, and counts what is asked of it. */
function element(readyState = 0) {
  const video = document.createElement("video");
  const asked = { time: 0, loads: 0, plays: 0, paused: true };
  Object.defineProperties(video, {
    currentTime: { get: () => asked.time, set: (time: number) => Object.assign(asked, { time }) },
    paused: { get: () => asked.paused },
    readyState: { value: readyState },
  });
  video.load = () => void asked.loads++;
  video.play = async () => void asked.plays++;
  const say = (event: string) => act(() => void video.dispatchEvent(new Event(event)));
  return { video, asked, say };
}

const options = { duration: 60, startAt: undefined, sources: source("/old") };

test.each([
  ["where it was asked to", 30, 30],
  ["at its beginning, if that was asked", 0, 0],
  ["where the element stands, if nothing was asked", undefined, 7],
])("a video begins %s, once", (_, startAt, begins) => {
  const { video, asked, say } = element();
  asked.time = 7;
  const place = { current: video };
  renderHook(() => usePlayback(place, { ...options, startAt, onRenew: undefined }));
  say("loadedmetadata");
  expect(asked.time).toBe(begins);
  asked.time = 9;
  say("loadedmetadata");
  expect(asked.time).toBe(9);
});

test("a video that is loaded before anybody listens begins where it was asked to, too", () => {
  const { video, asked } = element(1);
  const place = { current: video };
  renderHook(() => usePlayback(place, { ...options, startAt: 30, onRenew: undefined }));
  expect(asked.time).toBe(30);
});

test("a video is as loud and as fast as the last one was", () => {
  keepPreferences({ volume: 0.4, muted: true, rate: 1.5 });
  const { video } = element();
  const place = { current: video };
  renderHook(() => usePlayback(place, { ...options, onRenew: undefined }));
  expect([video.volume, video.muted, video.playbackRate, video.defaultPlaybackRate]).toEqual([
    0.4,
    true,
    1.5,
    1.5,
  ]);
});

test.each([
  ["plays on if it played", false, 1],
  ["stands if it stood", true, 0],
])("a video that is loaded again %s, also from the same address", async (_, paused, plays) => {
  const { video, asked, say } = element();
  asked.paused = paused;
  const place = { current: video };
  const onRenew = () => Promise.reject(new Error("no token"));
  const { result } = renderHook(() => usePlayback(place, { ...options, onRenew }));
  say("timeupdate");
  say("error");
  await expect.poll(() => asked.loads).toBe(1);
  expect(asked.plays).toBe(plays);
  expect(result.current.sources).toEqual(source("/old"));
});

test("a video that breaks again, further on, is loaded again each time", async () => {
  const { video, asked, say } = element(4);
  const place = { current: video };
  const onRenew = () => Promise.reject(new Error("no token"));
  renderHook(() => usePlayback(place, { ...options, onRenew }));
  for (const loads of [1, 2, 3]) {
    asked.time = loads * 10;
    say("timeupdate");
    say("error");
    await expect.poll(() => asked.loads).toBe(loads);
  }
});

test("only the last of several sources has the final word", () => {
  const { video } = element();
  const [first, last] = [document.createElement("source"), document.createElement("source")];
  video.append(first, last);
  const place = { current: video };
  const { result, unmount } = renderHook(() =>
    usePlayback(place, { ...options, onRenew: () => new Promise(() => {}) }),
  );
  act(() => void first.dispatchEvent(new Event("error")));
  expect(result.current.playback.phase).toBe("loading");
  act(() => void last.dispatchEvent(new Event("error")));
  expect(result.current.playback.phase).toBe("recovering");
  unmount();
});

test("addresses that were renewed give way to those of another video", async () => {
  const { video, asked, say } = element();
  const place = { current: video };
  const onRenew = async () => source("/new");
  const { result, rerender } = renderHook(
    ({ sources }) => usePlayback(place, { ...options, sources, onRenew }),
    { initialProps: { sources: source("/old") } },
  );
  say("error");
  await expect.poll(() => result.current.sources).toEqual(source("/new"));
  rerender({ sources: source("/other") });
  expect(result.current.sources).toEqual(source("/other"));
  expect(asked.loads).toBe(2);
});

test("another film goes on at the same moment as it counts it, and the same one where it stands", () => {
  const { video, asked, say } = element();
  const place = { current: video };
  const { rerender } = renderHook(
    ({ src, film }) =>
      usePlayback(place, { ...options, sources: source(src), film, onRenew: undefined }),
    { initialProps: { src: "/old", film: { count: 0, at: 0 } } },
  );
  asked.time = 12;
  say("timeupdate");
  rerender({ src: "/cut", film: { count: 1, at: 8 } });
  say("loadedmetadata");
  expect(asked.time).toBe(8);
  asked.time = 20;
  say("timeupdate");
  rerender({ src: "/cut-anew", film: { count: 1, at: 8 } });
  say("loadedmetadata");
  expect(asked.time).toBe(20);
});

test("nothing is heard of an element that is left", () => {
  const { video, asked, say } = element();
  const place = { current: video };
  const { unmount } = renderHook(() =>
    usePlayback(place, { ...options, startAt: 30, onRenew: undefined }),
  );
  unmount();
  say("loadedmetadata");
  expect(asked.time).toBe(0);
});

test("a video is offered under its own kind first, without its codecs, and each kind once", () => {
  const kinds = (mime_type: string) => {
    const one = { id: "1", mime_type } as Parameters<typeof streamSources>[0]; // no more of it is read
    return streamSources(one, "t").map(({ type }) => type);
  };
  expect(kinds("video/mp4;codecs=avc1")).toEqual(["video/mp4", "video/webm"]);
  expect(kinds("video/quicktime")).toEqual(["video/quicktime", "video/webm", "video/mp4"]);
});
