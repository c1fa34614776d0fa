// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { newPreview, playable } from "#web/features/edits/preview.ts";

const range = (start: number, end: number) => ({ start, end });

describe("what of an edit can be played", () => {
  it("has no gap and no island that is too short to be sought in time", () => {
    expect(playable([range(0, 1), range(1.05, 2), range(3, 4)])).toEqual([
      range(0, 2),
      range(3, 4),
    ]);
    expect(playable([range(0, 1), range(2, 2.1), range(3, 4)])).toEqual([range(0, 1), range(3, 4)]);
    expect(playable([range(2, 2.1)])).toEqual([range(2, 2.1)]);
  });
});

/** An element that plays by the clock of the test. */
function film() {
  const element = document.createElement("video");
  const state = { paused: true, currentTime: 0, begun: 0, src: "" };
  const now = () => state.currentTime + (state.paused ? 0 : (Date.now() - state.begun) / 1000);
  Object.defineProperties(element, {
    paused: { get: () => state.paused },
    seeking: { get: () => false, configurable: true },
    src: { get: () => state.src, set: (src: string) => void Object.assign(state, { src }) },
    currentTime: {
      get: now,
      set: (to: number) => void Object.assign(state, { currentTime: to, begun: Date.now() }),
    },
  });
  element.play = async () => void Object.assign(state, { paused: false, begun: Date.now() });
  element.pause = () => void Object.assign(state, { currentTime: now(), paused: true });
  return element;
}

describe("the preview", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

  async function begin(kept: { start: number; end: number }[]) {
    const films = [film(), film()] as const;
    const [first, second] = films;
    first.src = "/film";
    const fronts: number[] = [];
    const playing: boolean[] = [];
    const preview = newPreview(films, {
      time: () => {},
      playing: (isPlaying) => playing.push(isPlaying),
      front: (index) => fronts.push(index),
    });
    preview.keep(kept);
    await preview.play();
    return { preview, first, second, fronts, playing };
  }

  it("plays one part after the other, each by the film that waited at its start", async () => {
    const { preview, first, second, fronts, playing } = await begin([
      range(1, 2),
      range(5, 6),
      range(8, 9),
    ]);
    expect([first.currentTime, second.currentTime, second.paused]).toEqual([1, 5, true]);
    await pass(990);
    expect(fronts).toEqual([]);
    await pass(60);
    expect(fronts).toEqual([1]);
    expect(preview.now()).toBeCloseTo(5.04, 1);
    await pass(40);
    expect([first.paused, first.currentTime]).toEqual([true, 8]);
    await pass(1000);
    expect(fronts).toEqual([1, 0]);
    await pass(1000);
    expect([first.paused, second.paused, playing]).toEqual([true, true, [true, false]]);
    expect(preview.now()).toBeCloseTo(9, 1);
  });

  it("looks for the latest of the places that were wished while it looked for another", async () => {
    const { preview, first } = await begin([range(0, 9)]);
    preview.pause();
    let isSeeking = true;
    Object.defineProperty(first, "seeking", { get: () => isSeeking });
    const arrive = () => first.dispatchEvent(new Event("seeked"));
    const before = first.currentTime;
    for (const wished of [3, 4, 5]) preview.seek(wished);
    expect([first.currentTime, preview.now()]).toEqual([before, 5]);
    arrive();
    expect(first.currentTime).toBe(5);
    isSeeking = false;
    preview.seek(7);
    arrive();
    expect([first.currentTime, preview.now()], "nothing is wished any more").toEqual([7, 7]);
  });

  it("plays from the beginning where the handle of the end has left it, also before it has arrived there", async () => {
    const { preview, first } = await begin([range(1, 9)]);
    preview.pause();
    preview.seek(9 - 0.04);
    await preview.play();
    await pass(1000);
    expect(first.currentTime).toBeCloseTo(2, 1);

    preview.pause();
    let isSeeking = true;
    Object.defineProperty(first, "seeking", { get: () => isSeeking });
    preview.seek(9 - 0.04);
    await preview.play();
    isSeeking = false;
    first.dispatchEvent(new Event("seeked"));
    await pass(1000);
    expect(first.currentTime).toBeCloseTo(2, 1);
    preview.close();
  });

  it("stands still where the browser does not let it play", async () => {
    const { preview, first, playing } = await begin([range(0, 9)]);
    preview.pause();
    first.play = () => Promise.reject(new DOMException("not now", "NotAllowedError"));
    await preview.play();
    expect(playing).toEqual([true, false, true, false]);
  });

  it("loads anew what the connection broke, and plays on from there", async () => {
    const { preview, first, second } = await begin([range(1, 4), range(6, 9)]);
    await pass(1000);
    const broken = new Set([first, second]);
    for (const film of broken) {
      Object.defineProperty(film, "error", { get: () => (broken.has(film) ? {} : null) });
      film.load = () => {
        broken.delete(film);
        film.currentTime = 0;
      };
    }
    preview.pause();
    await preview.play();
    expect([broken.size, first.currentTime, second.currentTime]).toEqual([0, 2, 6]);
  });

  it("needs no second film where nothing is left out", async () => {
    const { second } = await begin([range(0, 9)]);
    await pass(500);
    expect([second.src, second.paused]).toEqual(["", true]);
  });

  it("does nothing to its films any more once it is closed", async () => {
    const { preview, first, second } = await begin([range(0, 1), range(5, 6)]);
    preview.close();
    first.currentTime = 3;
    second.currentTime = 8;
    for (const film of [first, second]) film.dispatchEvent(new Event("seeked"));
    await pass(5_000);
    expect([first.paused, second.paused]).toEqual([true, true]);
    expect([first.currentTime, second.currentTime]).toEqual([3, 8]);
  });

  it("leaves a part that is removed while it plays", async () => {
    const { preview } = await begin([range(0, 9)]);
    await pass(1000);
    preview.keep([range(4, 9)]);
    await pass(60);
    expect(preview.now()).toBeGreaterThanOrEqual(4);
  });

  it("begins at the first part where it stands behind the last, and in the next one from a gap", async () => {
    const { preview } = await begin([range(1, 2), range(5, 6)]);
    preview.pause();
    preview.seek(3);
    await preview.play();
    expect(preview.now()).toBeCloseTo(5);
    preview.pause();
    preview.seek(7);
    await preview.play();
    expect(preview.now()).toBeCloseTo(1);
  });
});
