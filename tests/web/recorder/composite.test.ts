// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startBubble } from "#web/features/recorder/capture/camera/bubble.ts";
import { composite, type Parts } from "#web/features/recorder/capture/camera/composite.ts";

/** A browser's canvas, videos and workers, as much of them as a picture of two sources needs. */
let drawn: string[];
let circle: number[];
let workers: Worker[];
let stopped: string[];
let canDraw: boolean;
const size = { width: 1600, height: 900 };

class Worker {
  isOver = false;
  onmessage = () => {};
  onerror = (_: unknown) => {};
  said: unknown[] = [];
  passed: unknown[] = [];
  constructor(readonly url: URL) {
    workers.push(this);
  }
  postMessage(said: unknown, passed: unknown[] = []) {
    this.said.push(said);
    this.passed.push(...passed);
  }
  terminate() {
    this.isOver = true;
  }
}

const track = (name: string) => ({ kind: "video", name, readyState: "live" });
const screen = track("screen");
const camera = track("camera");
const parts = () => ({ screen, camera, frameRate: 20 }) as unknown as Parts; // as much as is asked

class Stream extends MediaStream {
  constructor(readonly of: [{ name: string }]) {
    super();
  }
}
const nameOf = (video: HTMLVideoElement) =>
  video.srcObject instanceof Stream ? video.srcObject.of[0].name : "";

beforeEach(() => {
  [drawn, circle, workers, stopped, canDraw] = [[], [], [], [], true];
  Object.assign(size, { width: 1600, height: 900 });
  camera.readyState = "live";
  vi.stubGlobal("Worker", Worker);
  vi.stubGlobal("MediaStream", Stream);
  vi.spyOn(HTMLVideoElement.prototype, "play").mockImplementation(function (
    this: HTMLVideoElement,
  ) {
    const of = nameOf(this) === "screen" ? size : { width: 640, height: 480 };
    Object.defineProperties(this, {
      videoWidth: { get: () => of.width },
      videoHeight: { get: () => of.height },
    });
    return Promise.resolve();
  });
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockImplementation(function (
    this: HTMLCanvasElement,
  ) {
    const pencil = {
      canvas: this,
      drawImage: (video: HTMLVideoElement) => {
        const { width, height } = this;
        drawn.push(`${nameOf(video)} ${video.muted && video.playsInline} on ${width}x${height}`);
      },
      arc: (x: number, y: number) => {
        circle = [x, y].map(Math.round);
      },
      ...{ save() {}, restore() {}, beginPath() {}, clip() {}, stroke() {} },
    };
    return (canDraw ? pencil : null) as never; // as much of it as is asked for
  });
  HTMLCanvasElement.prototype.captureStream = (rate) =>
    ({
      getVideoTracks: () => [{ name: `canvas ${rate}`, stop: () => stopped.push("canvas") }],
    }) as never; // as above
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  Reflect.deleteProperty(HTMLCanvasElement.prototype, "captureStream");
});

describe("screen and camera as one picture, where frames cannot be passed to a worker", () => {
  it("is drawn by a worker's clock, as often as was wished for, in the screen's size", async () => {
    const made = await composite(parts(), startBubble);
    expect(made.track).toMatchObject({ name: "canvas 20" });
    const [clock] = workers;
    expect(clock?.said).toEqual([50]);
    clock?.onmessage();
    expect(drawn.splice(0)).toEqual(["screen true on 1600x900", "camera true on 1600x900"]);
    expect(circle).toEqual([192, 720]);
    Object.assign(size, { width: 1000, height: 500 });
    made.place({ x: 0.5, y: 0.5, size: 0.2 });
    clock?.onmessage();
    expect(drawn.splice(0)).toEqual(["screen true on 1000x500", "camera true on 1000x500"]);
    expect(circle).toEqual([500, 250]);
    camera.readyState = "ended";
    clock?.onmessage();
    expect(drawn, "its last picture does not stand there").toEqual(["screen true on 1000x500"]);
    expect([clock?.isOver, stopped]).toEqual([false, []]);
    made.release();
    expect([clock?.isOver, stopped]).toEqual([true, ["canvas"]]);
  });

  it("says so where it cannot be drawn at all", async () => {
    canDraw = false;
    await expect(composite(parts(), startBubble)).rejects.toThrow("cannot draw");
    expect(workers, "no clock runs for it").toEqual([]);
  });
});

describe("screen and camera as one picture, where a worker takes the frames", () => {
  class Frames {
    readable: string;
    constructor({ track: of }: { track: { name: string } }) {
      this.readable = `frames of ${of.name}`;
    }
  }
  class Output {
    writable = "output";
    stop = () => stopped.push("output");
  }
  beforeEach(() => {
    vi.stubGlobal("MediaStreamTrackProcessor", Frames);
    vi.stubGlobal("MediaStreamTrackGenerator", Output);
  });

  it("is none where the worker's code does not come, so that nothing is recorded blindly", async () => {
    const made = composite(parts(), startBubble);
    const lost = new Error("404");
    workers[0]?.onerror(lost);
    await expect(made).rejects.toBe(lost);
  });

  it("is the worker's, which is told where the camera is moved to, and is let go whole", async () => {
    const making = composite(parts(), startBubble);
    const [worker] = workers;
    expect(worker?.said, "the first picture may be the only one").toHaveLength(1);
    worker?.onmessage();
    const made = await making;
    expect(made.track).toBeInstanceOf(Output);
    expect(worker?.url.pathname).toContain("composite.worker");
    const streams = { screen: "frames of screen", camera: "frames of camera", output: "output" };
    expect(worker?.said).toEqual([{ ...streams, frameRate: 20, bubble: startBubble }]);
    expect(worker?.passed, "handed over, not copied").toEqual(Object.values(streams));
    const moved = { x: 0.5, y: 0.5, size: 0.2 };
    made.place(moved);
    expect(worker?.said.at(-1)).toEqual({ bubble: moved });
    made.release();
    expect([worker?.isOver, stopped]).toEqual([true, ["output"]]);
  });
});
