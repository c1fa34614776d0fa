import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startBubble } from "#web/features/recorder/capture/camera/bubble.ts";

/** A picture of a stream, which its owner has to let go. */
class Frame {
  isOpen = true;
  constructor(
    readonly name: string,
    readonly displayWidth = 1600,
    readonly displayHeight = 900,
  ) {
    given.push(this);
  }
  close() {
    this.isOpen = false;
  }
}

let given: Frame[];
/** Each picture that was made: what it is of, how large it is and when it was. */
let made: { of: string[]; size: string; timestamp: number; circle: number[] }[];
let drawn: string[];
let circle: number[];
let room: number;
let isOver: boolean;
let hear: (data: object) => void;

class Canvas {
  constructor(
    public width: number,
    public height: number,
  ) {}
  getContext = () => ({
    canvas: this,
    drawImage: (frame: Frame) => void drawn.push(frame.name),
    arc: (x: number, y: number) => {
      circle = [x, y].map(Math.round);
    },
    ...{ save() {}, restore() {}, beginPath() {}, clip() {}, stroke() {} },
  });
}

const output = {
  getWriter: () => ({
    get desiredSize() {
      return room;
    },
    write: async () => {},
    close: async () => {
      isOver = true;
    },
  }),
};

function stream() {
  const { readable, writable } = new TransformStream<Frame, Frame>();
  const writer = writable.getWriter();
  return { readable, give: (frame: Frame) => writer.write(frame), end: () => writer.close() };
}
let screen: ReturnType<typeof stream>;
let camera: ReturnType<typeof stream>;

const later = (milliseconds: number) => vi.advanceTimersByTime(milliseconds);
const names = () => made.map(({ of }) => of.join(" + "));
const open = () => given.filter(({ isOpen }) => isOpen).map(({ name }) => name);

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  [given, made, drawn, circle, room, isOver] = [[], [], [], [], 1, false];
  vi.stubGlobal("OffscreenCanvas", Canvas);
  vi.stubGlobal(
    "VideoFrame",
    class {
      constructor({ width, height }: Canvas, { timestamp }: { timestamp: number }) {
        made.push({ of: drawn, size: `${width}x${height}`, timestamp, circle });
        [drawn, circle] = [[], []];
      }
    },
  );
  vi.stubGlobal("addEventListener", (_: string, listener: (event: object) => void) => {
    hear = (data) => listener({ data });
  });
  vi.resetModules();
  await import("#web/features/recorder/capture/camera/composite.worker.ts");
  [screen, camera] = [stream(), stream()];
  const parts = { screen: screen.readable, camera: camera.readable };
  hear({ ...parts, output, frameRate: 10, bubble: startBubble });
  later(1_000);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("the picture of screen and camera", () => {
  it("is made of the newest of each, in even sizes, and every older one is let go", async () => {
    await camera.give(new Frame("face"));
    expect(made, "nothing to lay it over yet").toEqual([]);
    await screen.give(new Frame("slide", 801, 601));
    await expect.poll(() => made.length).toBe(1);
    later(1_000);
    await screen.give(new Frame("larger", 1000, 700));
    await expect.poll(() => made.length).toBe(2);
    expect(names()).toEqual(["slide + face", "larger + face"]);
    expect(made.map(({ size }) => size)).toEqual(["800x600", "1000x700"]);
    expect(made.map(({ timestamp }) => timestamp)).toEqual([1_000_000, 2_000_000]);
    await camera.give(new Frame("smile"));
    await expect.poll(open).toEqual(["larger", "smile"]);
  });

  it("has the camera where it was moved to", async () => {
    await camera.give(new Frame("face"));
    await screen.give(new Frame("slide"));
    await expect.poll(() => made.length).toBe(1);
    later(1_000);
    hear({ bubble: { x: 0.5, y: 0.5, size: 0.2 } });
    await screen.give(new Frame("next"));
    await expect.poll(() => made.length).toBe(2);
    expect(made.map(({ circle }) => circle)).toEqual([
      [192, 720],
      [800, 450],
    ]);
  });

  it("comes no more often than it was wished for", async () => {
    for (const [name, wait] of [
      ["first", 79],
      ["too early", 1],
      ["in time", 0],
    ] as const) {
      await screen.give(new Frame(name));
      await expect.poll(open).toEqual([name]);
      later(wait);
    }
    await expect.poll(names).toEqual(["first", "in time"]);
  });

  it("is left out where the encoder has enough to do", async () => {
    room = 0;
    await screen.give(new Frame("left out"));
    await expect.poll(open).toEqual(["left out"]);
    room = 1;
    await screen.give(new Frame("made"));
    await expect.poll(names).toEqual(["made"]);
  });

  it("moves with the camera where nothing moves on the screen, and not beside one that does", async () => {
    await screen.give(new Frame("still"));
    await expect.poll(() => made.length).toBe(1);
    later(150);
    await camera.give(new Frame("early"));
    await expect.poll(open).toEqual(["still", "early"]);
    later(1);
    await camera.give(new Frame("waving"));
    await expect.poll(names).toEqual(["still", "still + waving"]);
  });

  it("goes on without a camera that has ended, and ends with the screen", async () => {
    await camera.give(new Frame("face"));
    await camera.end();
    await expect.poll(open).toEqual([]);
    await screen.give(new Frame("slide"));
    await expect.poll(names).toEqual(["slide"]);
    expect(isOver).toBe(false);
    await screen.end();
    await expect.poll(() => isOver).toBe(true);
    expect(open()).toEqual([]);
  });
});
