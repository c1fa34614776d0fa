// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { bufferOf } from "#web/features/player/live/buffer.ts";

afterEach(() => void vi.useRealTimers());

/** A browser that holds a minute, and has no room for more until some of that goes. */
function full() {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const done: (string | number)[][] = [];
  let [begins, isFull] = [0, true];
  const source = Object.assign(new EventTarget(), {
    updating: false,
    buffered: { length: 1, start: () => begins, end: () => 60 },
    abort() {},
    appendBuffer() {
      if (isFull) throw new DOMException("Full", "QuotaExceededError");
      done.push(["append"]);
      queueMicrotask(() => source.dispatchEvent(new Event("updateend")));
    },
    remove(from: number, to: number) {
      done.push(["remove", from, to]);
      [begins, isFull] = [to, false];
      queueMicrotask(() => source.dispatchEvent(new Event("updateend")));
    },
  });
  const media = { readyState: "open", addSourceBuffer: () => source } as unknown as MediaSource; // no more is asked of it
  const video = { currentTime: 50 } as HTMLVideoElement; // no more is asked of it
  const stopped = new AbortController();
  const append = () =>
    bufferOf(video, media, "video/webm").append(new ArrayBuffer(2), stopped.signal);
  return { video, done, stopped, append };
}

const APPENDED = [["remove", 0, 30], ["append"]];

test("where the browser is full, what was seen goes, and twenty seconds of it stay", async () => {
  const { done, append } = full();
  await append();
  expect(done).toEqual(APPENDED);
});

test("where nothing was seen yet, bytes wait until it was, or until nobody wants them", async () => {
  const { video, done, append } = full();
  video.currentTime = 20;
  const waiting = append();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(done).toEqual([]);
  video.currentTime = 50;
  await vi.advanceTimersByTimeAsync(500);
  await waiting;
  expect(done).toEqual(APPENDED);

  const other = full();
  other.video.currentTime = 20;
  const unwanted = other.append();
  other.stopped.abort();
  await vi.advanceTimersByTimeAsync(500);
  await unwanted;
  expect(other.done).toEqual([]);
});
