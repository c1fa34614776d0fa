// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { handOver } from "#web/features/player/live/hand-over.ts";

/** An element that has its film, and is where it is sent to. */
function film(at: number, differs: Partial<HTMLVideoElement> = {}) {
  const video = document.createElement("video");
  const state = { readyState: 4, duration: 60, currentTime: at, paused: false, ended: false };
  const acts = {
    play: async () => void Object.assign(video, { paused: false }),
    pause: () => void Object.assign(video, { paused: true }),
    requestVideoFrameCallback: (told: () => void) => setTimeout(told),
  };
  for (const [name, value] of Object.entries({ ...state, ...acts, ...differs }))
    Object.defineProperty(video, name, { value, writable: true, configurable: true });
  return video;
}

const meet = async (from: HTMLVideoElement, to: HTMLVideoElement) => {
  const { signal } = new AbortController();
  await handOver((which) => (which === "running" ? from : to), signal);
};

test.each([true, false])(
  "the finished film goes on as loud and as fast, muted: %s",
  async (muted) => {
    const from = film(59.9, { muted, volume: 0.4, defaultPlaybackRate: 1.5 });
    const to = film(0, { paused: true, muted: !muted });
    await meet(from, to);
    expect([to.muted, to.volume, to.playbackRate, to.paused]).toEqual([muted, 0.4, 1.5, false]);
    expect(from.paused).toBe(true);
  },
);

test("the finished film stands where the running one was paused, and does not play by itself", async () => {
  const to = film(0, { paused: true });
  await meet(film(20, { paused: true }), to);
  expect([to.currentTime, to.paused]).toEqual([20, true]);
});
