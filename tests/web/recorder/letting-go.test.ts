// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startBubble } from "#web/features/recorder/capture/camera/bubble.ts";
import {
  noteDownload,
  resetRecorder,
  startRecording,
  stopRecording,
} from "#web/features/recorder/recorder.ts";
import { emptyView, view } from "#web/features/recorder/view.ts";

/** What a browser lends to a recording, and what of it is still out. */
let open: Set<string>;
let locks: Set<string>;

function track(kind: "video" | "audio", name: string) {
  open.add(name);
  const settings = { getSettings: () => ({}), kind };
  return Object.assign(new EventTarget(), settings, { stop: () => void open.delete(name) });
}

type Track = ReturnType<typeof track>;

/** The page's own kind, which takes no other for a picture. */
class Stream extends MediaStream {
  constructor(private readonly tracks: Track[] = []) {
    super();
  }
  override getTracks = () => this.tracks as never; // as much of them as is asked for
  override getVideoTracks = () => this.tracks.filter(({ kind }) => kind === "video") as never; // as above
  override getAudioTracks = () => this.tracks.filter(({ kind }) => kind === "audio") as never; // as above
}

/** Keeps chunks as the spool's worker would where there is no disk, and ticks for nobody. */
class FakeWorker extends EventTarget {
  private readonly name: string;
  private bytes = 0;
  constructor(url: URL) {
    super();
    this.name = `worker ${open.size} ${url.pathname.split("/").at(-1)}`;
    open.add(this.name);
  }
  postMessage(
    ask: { ask?: string; chunk?: Blob },
    [port]: { postMessage?(said: object): void }[] = [],
  ) {
    this.bytes += ask.chunk?.size ?? 0;
    const kept = { bytes: this.bytes, durable: false, sha256: "abc" };
    port?.postMessage?.({ answer: ask.ask === "open" ? "memory" : kept });
  }
  terminate = () => void open.delete(this.name);
}

class Recorder extends EventTarget {
  state = "inactive";
  start() {
    this.state = "recording";
  }
  requestData() {}
  stop() {
    this.state = "inactive";
    this.dispatchEvent(Object.assign(new Event("dataavailable"), { data: new Blob(["film"]) }));
    this.dispatchEvent(new Event("stop"));
  }
}

class Sound {
  state = "running";
  constructor() {
    open.add("sound");
  }
  createMediaStreamDestination = () => ({ stream: new Stream([track("audio", "mix")]) });
  createAnalyser = () => ({ getFloatTimeDomainData() {} });
  createMediaStreamSource = () => ({ connect() {} });
  resume = async () => {};
  close() {
    open.delete("sound");
    open.delete("mix");
  }
}

beforeEach(() => {
  [open, locks] = [new Set(), new Set()];
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
  vi.stubGlobal("Worker", FakeWorker);
  vi.stubGlobal("MediaStream", Stream);
  vi.stubGlobal("MediaRecorder", Recorder);
  vi.stubGlobal("AudioContext", Sound);
  class Frames {
    readable = {};
  }
  vi.stubGlobal("MediaStreamTrackProcessor", Frames);
  vi.stubGlobal(
    "MediaStreamTrackGenerator",
    class {
      constructor() {
        Object.assign(this, track("video", "picture"), { writable: {} });
      }
    },
  );
  const request = async (name: string, _: object, run: (lock: object) => unknown) => {
    locks.add(name);
    await run({});
    locks.delete(name);
  };
  vi.stubGlobal("navigator", {
    userAgent: "Firefox",
    locks: { request },
    mediaDevices: {
      getDisplayMedia: async () => new Stream([track("video", "screen"), track("audio", "tab")]),
      getUserMedia: async ({ video }: MediaStreamConstraints) =>
        new Stream([video ? track("video", "camera") : track("audio", "microphone")]),
    },
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const wish = {
  quality: "low",
  surface: "monitor",
  microphone: "default",
  systemAudio: true,
  userId: "ada",
  prefix: "talk",
  mime: "video/webm",
  instant: false,
  captions: null,
} as const;

/** What a toast says goes by itself, and is no part of the recording. */
const LONGEST_TOAST_MS = 6_000;

test.each([
  ["a screen with a camera over it", "screen"],
  ["a camera alone", "camera"],
] as const)("after a recording of %s the browser has everything back", async (_what, picture) => {
  startRecording({ ...wish, picture, camera: { deviceId: null, bubble: startBubble } });
  await expect.poll(() => view().state.name).toBe("countdown");
  await vi.advanceTimersByTimeAsync(3_000);
  await expect.poll(() => view().state.name).toBe("recording");
  expect([...open]).toEqual(expect.arrayContaining(["camera", "microphone", "sound", "mix"]));
  expect(open.size).toBeGreaterThan(5);

  stopRecording();
  await expect.poll(() => view().state.name).toBe("ready");
  expect([...open], "tracks, workers and sound that are still open").toEqual([]);
  expect(view().preview).toBeNull();
  await vi.advanceTimersByTimeAsync(LONGEST_TOAST_MS);
  expect(vi.getTimerCount(), "timers").toBe(0);

  expect(locks.size, "it is this tab's until it is dealt with").toBe(1);
  noteDownload();
  resetRecorder();
  await expect.poll(() => locks.size).toBe(0);
  expect(view()).toEqual(emptyView);
});
