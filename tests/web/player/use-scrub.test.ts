// @vitest-environment happy-dom
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { useScrub } from "#web/features/player/bar/seek-bar.tsx";

afterEach(cleanup);

/** A video that arrives when it is told to, and remembers where it was sent. */
function slowVideo() {
  const sentTo: number[] = [];
  const video = document.createElement("video");
  const state = { seeking: false, readyState: 4 };
  Object.defineProperties(video, {
    readyState: { get: () => state.readyState },
    seeking: { get: () => state.seeking },
    currentTime: {
      set(time: number) {
        sentTo.push(time);
        state.seeking = true;
      },
    },
  });
  const arrive = () => {
    state.seeking = false;
    act(() => void video.dispatchEvent(new Event("seeked")));
  };
  return { video, sentTo, arrive, state };
}

test("a finger that is faster than the video takes it to where it is, and nowhere between", () => {
  const { video, sentTo, arrive } = slowVideo();
  const place = { current: video };
  const { result } = renderHook(() => useScrub(place));
  for (const time of [1, 2, 3]) act(() => result.current.scrub(time));
  expect(sentTo).toEqual([1]);
  expect(result.current.held, "shown at once").toBe(3);
  arrive();
  expect(sentTo).toEqual([1, 3]);
  expect(result.current.held, "until it is there").toBe(3);
  arrive();
  expect(sentTo).toEqual([1, 3]);
  expect(result.current.held).toBeNull();
});

test("a video of which nothing is known goes nowhere, and shows so", () => {
  const { video, sentTo, state } = slowVideo();
  state.readyState = 0;
  const { result } = renderHook(() => useScrub({ current: video }));
  act(() => result.current.scrub(5));
  expect([sentTo, result.current.held]).toEqual([[], null]);
});
