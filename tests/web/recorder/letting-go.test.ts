// @vitest-environment happy-dom
import { getDefaultStore } from "jotai";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ada } from "#tests/web/lib/people.ts";
import { startBubble } from "#web/features/recorder/capture/camera/bubble.ts";
import { heldTakesAtom } from "#web/features/recorder/keep/take.ts";
import {
  cancelRecording,
  noteDownload,
  resetRecorder,
  startRecording,
  stopRecording,
} from "#web/features/recorder/recorder.ts";
import { emptyView, view } from "#web/features/recorder/view.ts";
import { expireSession, signIn, signOut } from "#web/lib/session.ts";

/** The things that a browser lends to a recording, as far as they are still out. */
let open: Set<string>;
let locks: Set<string>;

function track(kind: "video" | "audio", name: string) {
  open.add(name);
  const settings = { getSettings: () => ({}), kind };
  return Object.assign(new EventTarget(), settings, { stop: () => void open.delete(name) });
}

type Track = ReturnType<typeof track>;

/** A stream of the page's own kind, which takes no other for a picture. */
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
  onmessage = () => {};
  constructor(url: URL) {
    super();
    this.name = `worker ${open.size} ${url.pathname.split("/").at(-1)}`;
    open.add(this.name);
    if (this.name.includes("composite")) queueMicrotask(() => this.onmessage()); // its code is there
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
  userId: ada.id,
  prefix: "talk",
  mime: "video/webm",
  instant: false,
  captions: null,
} as const;

/** A toast goes by itself after this, and is no part of the recording. */
const LONGEST_TOAST_MS = 6_000;

const begin = () => startRecording({ ...wish, picture: "screen", camera: null });

async function record() {
  begin();
  await expect.poll(() => view().state.name).toBe("countdown");
  await vi.advanceTimersByTimeAsync(3_000);
  await expect.poll(() => view().state.name).toBe("recording");
}

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
  noteDownload(new Blob(["an earlier recording"]));
  expect(view().state, "that was another one").toMatchObject({ downloaded: false });
  noteDownload(view().blob);
  resetRecorder();
  await expect.poll(() => locks.size).toBe(0);
  expect(view()).toEqual(emptyView);
});

test("a countdown that is cancelled leaves nothing open, and nothing begins later", async () => {
  begin();
  await expect.poll(() => view().state.name).toBe("countdown");
  cancelRecording();
  expect(view()).toEqual(emptyView);
  await expect.poll(() => [...open]).toEqual([]);
  await expect.poll(() => locks.size).toBe(0);
  await vi.advanceTimersByTimeAsync(900);
  begin();
  await expect.poll(() => view().state.name).toBe("countdown");
  await vi.advanceTimersByTimeAsync(900);
  expect(view().state, "the next one counts its own seconds").toMatchObject({ left: 3 });
  cancelRecording();
  await vi.advanceTimersByTimeAsync(3_000);
  expect([view(), vi.getTimerCount()]).toEqual([emptyView, 0]);
});

test("what a browser gives to a recording that was cancelled is no part of the next one", async () => {
  const answers: ((stream: Stream) => void)[] = [];
  navigator.mediaDevices.getDisplayMedia = () =>
    new Promise((resolve) => answers.push(resolve as (stream: Stream) => void)); // as above
  begin();
  cancelRecording();
  begin();
  answers[0]?.(new Stream([track("video", "first")]));
  await expect.poll(() => [...open], { message: "the first is given back" }).toEqual([]);
  expect(view().state.name).toBe("choosing");
  answers[1]?.(new Stream([track("video", "second")]));
  await expect.poll(() => view().state.name).toBe("countdown");
  expect([...open]).toContain("second");
  cancelRecording();
  await expect.poll(() => [...open]).toEqual([]);
});

test("a recording whose owner logs out goes on to its end, and then waits for them out of sight", async () => {
  signIn({ token: "of-ada", user: ada });
  await record();
  signOut();
  signIn({ token: "of-ben", user: { ...ada, id: "ben" } });
  expect(view().state.name).toBe("recording");
  stopRecording();
  await expect.poll(() => getDefaultStore().get(heldTakesAtom)).toHaveLength(1);
  expect(view()).toEqual(emptyView);
  const [held] = getDefaultStore().get(heldTakesAtom);
  expect(await held?.blob.text()).toBe("film");
  expect(held?.manifest.userId).toBe(ada.id);
  expect(locks.size, "it is still this tab's").toBe(1);
  held?.release();
  getDefaultStore().set(heldTakesAtom, []);
});

test("a recording stays for an owner whose session has merely ended, until somebody else comes", async () => {
  signIn({ token: "of-ada", user: ada });
  await record();
  expireSession("of-ada");
  stopRecording();
  await expect.poll(() => view().state.name).toBe("ready");
  signIn({ token: "of-ada-again", user: ada });
  expect(view().state.name).toBe("ready");
  signIn({ token: "of-ben", user: { ...ada, id: "ben" } });
  expect(view()).toEqual(emptyView);
  expect(getDefaultStore().get(heldTakesAtom)).toHaveLength(1);
  getDefaultStore().set(heldTakesAtom, []);
});
