// @vitest-environment happy-dom
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { Source } from "#web/features/player/media.ts";
import { usePlayback } from "#web/features/player/use-playback.ts";

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
