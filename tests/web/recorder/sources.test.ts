// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { LoadedWorker } from "#tests/web/lib/loaded-worker.ts";
import { startBubble } from "#web/features/recorder/capture/camera/bubble.ts";
import { startCapturing } from "#web/features/recorder/capture/capturing.ts";
import { nothingOpen } from "#web/features/recorder/capture/look.ts";
import { type CaptureWish, isRefusal } from "#web/features/recorder/capture/sources.ts";
import type { Event as Told } from "#web/features/recorder/steps.ts";

/** A track of a browser, which can end and be asked for less. */
class Track extends EventTarget {
  isOpen = true;
  asked: object[] = [];
  constructor(
    readonly kind: "video" | "audio",
    readonly name: string,
  ) {
    super();
  }
  stop() {
    this.isOpen = false;
  }
  async applyConstraints(wanted: object) {
    this.asked.push(wanted);
  }
  getSettings = () => ({ height: 480, frameRate: 14.7 });
}

class Stream extends MediaStream {
  constructor(readonly tracks: Track[] = []) {
    super();
  }
  override getTracks = () => this.tracks as never; // as much of them as is asked for
  override getVideoTracks = () => this.tracks.filter(({ kind }) => kind === "video") as never; // as above
  override getAudioTracks = () => this.tracks.filter(({ kind }) => kind === "audio") as never; // as above
}

let tracks: Map<string, Track>;
let asked: Record<"display" | "user", object[]>;
/** The error with which the browser refuses each; for a device it does so once. */
let deny: Record<string, Error>;
let tabSound: boolean;
/** Sound cannot be mixed where the browser keeps it asleep. */
let wakes: boolean;

const give = (kind: "video" | "audio", name: string) => {
  const track = new Track(kind, name);
  tracks.set(name, track);
  return track;
};

class Overconstrained extends Error {}

beforeEach(() => {
  [tracks, asked, deny, tabSound, wakes] = [new Map(), { display: [], user: [] }, {}, true, true];
  vi.stubGlobal("OverconstrainedError", Overconstrained);
  vi.stubGlobal("MediaStream", Stream);
  vi.stubGlobal("Worker", LoadedWorker);
  vi.stubGlobal(
    "MediaStreamTrackProcessor",
    class {
      readable = {};
    },
  );
  vi.stubGlobal(
    "MediaStreamTrackGenerator",
    class {
      constructor() {
        const both = give("video", "both");
        Object.assign(this, { writable: {}, kind: "video", stop: () => both.stop() });
      }
    },
  );
  vi.stubGlobal(
    "AudioContext",
    class {
      createMediaStreamDestination = () => ({ stream: new Stream([give("audio", "mix")]) });
      createAnalyser = () => ({ getFloatTimeDomainData() {} });
      createMediaStreamSource = () => ({ connect() {} });
      resume = () => (wakes ? Promise.resolve() : new Promise(() => {}));
      close = () => tracks.get("mix")?.stop();
    },
  );
  const mediaDevices = {
    async getDisplayMedia(constraints: object) {
      asked.display.push(constraints);
      if (deny.screen) throw deny.screen;
      return new Stream([give("video", "screen"), ...(tabSound ? [give("audio", "tab")] : [])]);
    },
    async getUserMedia(constraints: MediaStreamConstraints) {
      asked.user.push(constraints);
      const name = constraints.video ? "camera" : "microphone";
      const denied = deny[name];
      delete deny[name];
      if (denied) throw denied;
      return new Stream([give(constraints.video ? "video" : "audio", name)]);
    },
  };
  vi.stubGlobal("navigator", { mediaDevices });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function choose(wish: Partial<CaptureWish> = {}) {
  const told: Told[] = [];
  const shown: unknown[] = [];
  const whole: CaptureWish = {
    ...{ quality: "low", picture: "screen", surface: "window", microphone: "default" },
    ...{ systemAudio: true, camera: null, ...wish },
  };
  const capturing = startCapturing(
    { ...whole, mime: "video/webm" },
    (event) => void told.push(event),
    (picture) => void shown.push(picture),
  );
  await capturing.choose();
  return { capturing, told, shown };
}
const camera = { deviceId: "lid", bubble: startBubble };
const kinds = (told: Told[]) => told.map(({ type }) => type);
const open = () => [...tracks.values()].filter(({ isOpen }) => isOpen).map(({ name }) => name);
const refused = () => new DOMException("no", "NotAllowedError");

describe("what the browser is asked for", () => {
  it("is the screen, first what was chosen, with its sound as it is", async () => {
    await choose();
    expect(asked.display).toEqual([
      {
        video: {
          ...{ width: { ideal: 854 }, height: { ideal: 480 }, frameRate: { ideal: 24 } },
          displaySurface: "window",
        },
        audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: false },
        ...{ systemAudio: "include", surfaceSwitching: "include", selfBrowserSurface: "include" },
      },
    ]);
    expect(asked.user).toEqual([{ audio: { echoCancellation: true, noiseSuppression: true } }]);
  });

  it("is no sound where nobody wants any, and the devices that were chosen", async () => {
    await choose({ systemAudio: false, microphone: "off", camera });
    expect(asked.display[0]).toMatchObject({ audio: false });
    expect(asked.display[0]).not.toHaveProperty("systemAudio");
    const video = { width: { ideal: 640 }, height: { ideal: 480 }, deviceId: { exact: "lid" } };
    expect(asked.user).toEqual([{ video }]);
    asked.user = [];
    await choose({ microphone: { deviceId: "desk" } });
    expect(asked.user[0]).toMatchObject({ audio: { deviceId: { exact: "desk" } } });
  });

  it("is another camera where the chosen one is the picture and is gone", async () => {
    deny = { camera: new Overconstrained() };
    const { told } = await choose({ picture: "camera", camera });
    expect(asked.user.filter((one) => "video" in one)).toMatchObject([
      { video: { deviceId: { exact: "lid" }, width: { ideal: 854 } } },
      { video: { width: { ideal: 854 } } },
    ]);
    expect(kinds(told)).toEqual(["chosen", "captured"]);
    deny = { camera: refused() };
    const second = await choose({ picture: "camera", camera });
    expect(second.told, "a no is a no").toEqual([{ type: "refused", reason: "camera" }]);
  });
});

describe("what the recorder is told", () => {
  it.each([
    ["a no", refused(), "screen"],
    ["what broke", new DOMException("busy", "NotReadableError"), "failure"],
    ["what broke otherwise", new Error("no picture"), "failure"],
  ] as const)("is %s", async (_, error, reason) => {
    deny = { screen: error };
    const { told, shown } = await choose();
    expect([told, shown]).toEqual([[{ type: "refused", reason }], []]);
    expect(isRefusal(error)).toBe(reason === "screen");
  });

  it("is what is missing", async () => {
    tabSound = false;
    deny = { microphone: refused(), camera: refused() };
    const { told, shown } = await choose({ camera });
    const warnings = ["no-microphone", "no-audio", "no-camera"];
    expect(told).toEqual([{ type: "chosen" }, { type: "captured", warnings }]);
    expect(shown).toMatchObject([{ hasCamera: false, isMirrored: false }]);
  });

  it("is what goes away, each for itself", async () => {
    const { capturing, told, shown } = await choose({ camera });
    expect(shown).toMatchObject([{ hasCamera: true, isMirrored: false, microphone: "on" }]);
    capturing.mute(true);
    expect(tracks.get("microphone"), "silent").toMatchObject({ enabled: false, isOpen: true });
    for (const name of ["microphone", "camera", "tab", "screen"])
      tracks.get(name)?.dispatchEvent(new Event("ended"));
    const lost = ["microphone-lost", "camera-lost", "sharing-ended"];
    expect(shown.slice(-2)).toEqual([{ microphone: null }, { face: null, hasCamera: false }]);
    expect(kinds(told), "a window opens before all else").toEqual(["chosen", "captured", ...lost]);
    const alone = await choose({ picture: "camera", camera });
    expect(alone.shown).toMatchObject([{ hasCamera: false, isMirrored: true }]);
    for (const name of ["microphone", "camera"])
      tracks.get(name)?.dispatchEvent(new Event("ended"));
    expect(kinds(alone.told)).toEqual(["chosen", "captured", "microphone-lost", "broke"]);
  });
});

describe("what is open", () => {
  it("is nothing once it is let go, also where the browser asks longer than somebody waits", async () => {
    const { capturing, shown } = await choose();
    expect(open()).toEqual(["screen", "tab", "microphone", "mix"]);
    capturing.release();
    expect(open()).toEqual([]);
    expect(shown.at(-1)).toEqual(nothingOpen);
    tracks.clear();
    const wish = { quality: "low", picture: "screen", surface: "monitor", mime: "" } as const;
    const told: Told[] = [];
    const late = startCapturing(
      { ...wish, microphone: "default", systemAudio: true, camera: null },
      (event) => void told.push(event),
      () => {},
    );
    const choosing = late.choose();
    late.release();
    await choosing;
    expect([open(), told]).toEqual([[], []]);
  });

  it.each([
    ["picture", "MediaStreamTrackGenerator", "screen"],
    ["sound", "AudioContext", "screen"],
    ["sound", "AudioContext", "camera"],
  ] as const)(
    "is nothing where the %s cannot be made: no %s over the %s",
    async (_, missing, picture) => {
      vi.stubGlobal(
        missing,
        class {
          constructor() {
            throw new Error("too many");
          }
        },
      );
      const { told, shown } = await choose({ camera, picture });
      expect([kinds(told), shown]).toEqual([["chosen", "refused"], []]);
      expect(tracks.size).toBeGreaterThan(1);
      expect(open()).toEqual([]);
    },
  );

  it("is the microphone itself where sound cannot be mixed, and no sound where there is none", async () => {
    wakes = false;
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    const recorded: string[] = [];
    vi.stubGlobal(
      "MediaRecorder",
      class extends EventTarget {
        constructor({ tracks: all }: Stream) {
          super();
          recorded.push(...all.map(({ name }) => name));
        }
        start() {}
      },
    );
    const choosing = choose();
    await vi.advanceTimersByTimeAsync(1_000);
    const { capturing } = await choosing;
    expect(capturing.hasAudio()).toBe(true);
    capturing.begin();
    expect(recorded).toEqual(["screen", "microphone"]);
    tabSound = false;
    const { capturing: silent } = await choose({ microphone: "off" });
    expect(silent.hasAudio()).toBe(false);
    recorded.length = 0;
    silent.begin();
    expect(recorded).toEqual(["screen"]);
    vi.stubGlobal("MediaRecorder", undefined);
    const broken = await choose({ microphone: "off" });
    broken.capturing.begin();
    expect(kinds(broken.told).at(-1), "which would wait for ever otherwise").toBe("broke");
    silent.release();
    recorded.length = 0;
    silent.begin();
    expect(recorded, "what was let go is not recorded").toEqual([]);
  });

  it("is asked for less, step by step, until it cannot be less", async () => {
    const { capturing } = await choose({ camera });
    expect(await capturing.lighten()).toBe("Busy computer: 480p, 15 frames a second");
    expect(await capturing.lighten()).not.toBeNull();
    expect(await capturing.lighten()).not.toBeNull();
    expect(await capturing.lighten()).toBeNull();
    const rates = tracks.get("screen")?.asked.map((one) => Reflect.get(one, "frameRate").max);
    expect(rates).toEqual([12, 6, 6]);
    expect(tracks.get("camera")?.asked[0]).toEqual({ frameRate: { ideal: 12, max: 12 } });
  });
});
