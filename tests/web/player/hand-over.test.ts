// @vitest-environment happy-dom
import { expect, onTestFinished, test, vi } from "vitest";
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

test("the finished film waits ahead of the running one, and plays on where they meet", async () => {
  const met: [number, number][] = [];
  const from = film(0, { defaultPlaybackRate: 2 });
  const to = film(0, { paused: true, play: async () => void met.push([to.currentTime, at]) });
  let at = 20;
  // Time goes on whenever somebody looks at it.
  Object.defineProperty(from, "currentTime", { get: () => (at += 0.125) });
  await meet(from, to);
  const [[waited = 0, met_at = 0] = []] = met;
  expect(waited).toBeGreaterThan(21.6);
  expect(met_at).toBeGreaterThanOrEqual(waited);
});

test("a finished film that takes the place of an ended one ends there by itself", async () => {
  const to = film(0, { paused: true });
  await meet(film(60, { paused: true, ended: true }), to);
  expect([to.currentTime, to.paused]).toEqual([59.5, false]);
});

test("the finished film stands in the small window where the running one was", async () => {
  const asked: string[] = [];
  const from = film(20, { paused: true });
  const to = film(0, {
    paused: true,
    requestPictureInPicture: async () => asked.push("picture") as never, // nobody looks at the window
  });
  await meet(from, to);
  expect(asked).toEqual([]);
  Object.defineProperty(document, "pictureInPictureElement", { value: from, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(document, "pictureInPictureElement"));
  await meet(from, to);
  expect(asked).toEqual(["picture"]);
});

test.each([
  ["breaks", { error: {} as MediaError }], // no more of it is read
  ["has no source that can be loaded", { readyState: 0, networkState: 3 }],
])("a running film goes on where the finished one %s", async (_, broken) => {
  vi.useFakeTimers({ toFake: ["setTimeout", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const from = film(20);
  const to = film(0, { paused: true, ...broken });
  const met = meet(from, to);
  await vi.advanceTimersByTimeAsync(5_000);
  await met;
  expect([from.paused, to.muted]).toEqual([false, false]);
});

test("the finished film is waited for where its player gives it another address", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const to = film(0, { paused: true, readyState: 0, networkState: 3 });
  const met = meet(film(59.9), to);
  await vi.advanceTimersByTimeAsync(2_000);
  Object.assign(to, { readyState: 4, networkState: 1 });
  await vi.advanceTimersByTimeAsync(5_000);
  await met;
  expect(to.paused).toBe(false);
});

test("the finished film stands where the running one was paused, and does not play by itself", async () => {
  const to = film(0, { paused: true });
  await meet(film(20, { paused: true }), to);
  expect([to.currentTime, to.paused]).toEqual([20, true]);
});
