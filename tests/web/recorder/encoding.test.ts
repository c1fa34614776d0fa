import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { encode } from "#web/features/recorder/capture/capturing.ts";
import { followLevel } from "#web/features/recorder/capture/follow-level.ts";
import { mixAudio } from "#web/features/recorder/capture/mix.ts";
import { LIGHTER, wantedPicture } from "#web/features/recorder/capture/presets.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A browser's encoder, and the clock that asks it. */
let calls: string[];
let made: FakeRecorder;
let clock: { tick: () => void; every: number; isRunning: boolean };

class FakeRecorder extends EventTarget {
  state = "inactive";
  constructor(
    readonly stream: unknown,
    readonly options: object,
  ) {
    super();
    made = this;
  }
  start(every: number) {
    calls.push(`start ${every}`);
    this.state = "recording";
  }
  pause() {
    calls.push("pause");
    this.state = "paused";
  }
  resume() {
    calls.push("resume");
    this.state = "recording";
  }
  requestData() {
    calls.push("ask");
  }
  stop() {
    calls.push("stop");
    this.state = "inactive";
    this.dispatchEvent(new Event("stop"));
  }
  give(text: string) {
    this.dispatchEvent(Object.assign(new Event("dataavailable"), { data: new Blob([text]) }));
  }
}

class Clock {
  onmessage = () => {};
  postMessage(every: number) {
    clock = { tick: () => this.onmessage(), every, isRunning: true };
  }
  terminate() {
    clock.isRunning = false;
  }
}

describe("the encoder", () => {
  let told: string[];
  beforeEach(() => {
    [calls, told] = [[], []];
    vi.stubGlobal("MediaRecorder", FakeRecorder);
    vi.stubGlobal("Worker", Clock);
  });
  const start = (quality = "medium") =>
    encode(
      {} as MediaStream, // only handed on
      { mime: "video/webm", quality },
      (event) => told.push("chunk" in event ? `chunk of ${event.chunk.size}` : event.type),
    );

  it("is told the quality, and gives a chunk a second", () => {
    start();
    expect(made.options).toEqual({
      ...{ mimeType: "video/webm", videoBitsPerSecond: 2_500_000, audioBitsPerSecond: 128_000 },
      videoKeyFrameIntervalDuration: 2_000,
    });
    expect([calls, told]).toEqual([["start 1000"], ["began"]]);
  });

  it("is asked twice a second for what it has, while it records and at no other time", () => {
    const encoding = start();
    expect(clock.every).toBe(500);
    clock.tick();
    expect(calls.splice(0)).toEqual(["start 1000", "ask"]);
    encoding.pause();
    expect(calls.splice(0), "nothing waits in memory for a pause to end").toEqual(["pause", "ask"]);
    clock.tick();
    encoding.pause();
    expect(calls).toEqual([]);
    encoding.resume();
    encoding.resume();
    expect(calls.splice(0)).toEqual(["resume"]);
    expect(told).toEqual(["began", "look"]);
  });

  it("gives what it has and no empty chunks, and says last that it has ended", () => {
    const encoding = start();
    made.give("film");
    made.give("");
    encoding.stop();
    encoding.stop();
    expect(calls).toEqual(["start 1000", "stop"]);
    expect(told).toEqual(["began", "chunk of 4", "ended"]);
    expect(clock.isRunning).toBe(false);
  });

  it("is stopped while it is paused as well, and tells that it broke", () => {
    const encoding = start();
    encoding.pause();
    made.dispatchEvent(new Event("error"));
    encoding.stop();
    expect(told).toEqual(["began", "broke", "ended"]);
  });
});

describe("a computer that does not keep up", () => {
  it("is asked for less of the frames first, then of the size, and for no more than that", () => {
    const asked = LIGHTER.map((share) => wantedPicture("high", share));
    expect(asked.map(({ frameRate }) => frameRate)).toEqual([
      { ideal: 15, max: 15 },
      { ideal: 8, max: 8 },
      { ideal: 8, max: 8 },
    ]);
    expect(asked.map(({ height }) => height.ideal)).toEqual([1080, 1080, 540]);
    expect(wantedPicture("high")).toEqual({
      ...{ width: { ideal: 1920 }, height: { ideal: 1080 }, frameRate: { ideal: 30 } },
    });
  });
});

describe("what is heard", () => {
  let level: number;
  let isAwake: boolean;
  let heard: string[];
  let stopped: AbortController;
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
    [level, isAwake, heard, stopped] = [0, true, [], new AbortController()];
    followLevel({ level: () => level, isAwake: () => isAwake }, stopped.signal, (what) =>
      heard.push(what),
    );
  });

  it("is said once, at the first sound, and so is the silence of more than four seconds before it", () => {
    vi.advanceTimersByTime(4_000);
    expect(heard).toEqual([]);
    vi.advanceTimersByTime(10_000);
    expect(heard).toEqual(["silent"]);
    level = 0.12;
    vi.advanceTimersByTime(1_000);
    expect(heard).toEqual(["silent"]);
    level = 0.13;
    vi.advanceTimersByTime(1_000);
    level = 0;
    vi.advanceTimersByTime(60_000);
    expect(heard, "whoever was heard once may be silent").toEqual(["silent", "heard"]);
  });

  it("is nothing while the browser keeps the sound asleep, and begins anew when it wakes", () => {
    isAwake = false;
    vi.advanceTimersByTime(60_000);
    isAwake = true;
    vi.advanceTimersByTime(4_000);
    expect(heard).toEqual([]);
    vi.advanceTimersByTime(200);
    expect(heard).toEqual(["silent"]);
  });

  it("is followed until nobody listens", () => {
    stopped.abort();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("several sounds as one", () => {
  class Context {
    static rates: (number | undefined)[] = [];
    static takesAnyRate = true;
    state = "suspended";
    constructor(options?: { sampleRate: number }) {
      if (options && !Context.takesAnyRate) throw new Error("NotSupportedError");
      Context.rates.push(options?.sampleRate);
    }
    createMediaStreamDestination = (): object => ({ stream: { getAudioTracks: () => ["mix"] } });
    createAnalyser = (): object => ({ getFloatTimeDomainData() {} });
    createMediaStreamSource = (): object => ({ connect() {} });
    resume = () => new Promise<void>(() => {});
    close = async () => {};
  }
  beforeEach(() => {
    Context.rates = [];
    vi.stubGlobal("AudioContext", Context);
  });

  it.each([
    [true, 44_100],
    [false, undefined],
  ])("are mixed at the rate of the specification, where the browser can: %s", (can, rate) => {
    Context.takesAnyRate = can;
    expect(mixAudio([]).track).toBe("mix");
    expect(Context.rates).toEqual([rate]);
  });

  it("are heard and measured together, each of them, until they are closed", async () => {
    const wires: string[] = [];
    let isOpen = true;
    const analyser = {
      ...{ name: "meter", fftSize: 0 },
      getFloatTimeDomainData: (samples: Float32Array) => void samples.fill(1),
    };
    class Wired extends Context {
      override createAnalyser = () => analyser;
      override createMediaStreamDestination = () => ({
        ...{ name: "mix", stream: { getAudioTracks: () => ["mix"] } },
      });
      override createMediaStreamSource = (stream?: object) => ({
        connect: (to?: { name: string }) => wires.push(`${stream} to ${to?.name}`),
      });
      override close = async () => {
        isOpen = false;
      };
    }
    vi.stubGlobal("AudioContext", Wired);
    const mix = mixAudio(["microphone", "tab"] as never[]); // only handed on
    expect(wires.toSorted()).toEqual(
      ["microphone to meter", "microphone to mix", "tab to meter", "tab to mix"], // each to both
    );
    expect(mix.level()).toBe(1);
    expect(isOpen).toBe(true);
    mix.close();
    expect(isOpen).toBe(false);
  });

  it("are given up when the browser does not wake within a second", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    Context.takesAnyRate = true;
    const mix = mixAudio([]);
    let isAwake: boolean | null = null;
    void mix.wake().then((awake) => {
      isAwake = awake;
    });
    await vi.advanceTimersByTimeAsync(999);
    expect([isAwake, mix.isAwake()]).toEqual([null, false]);
    await vi.advanceTimersByTimeAsync(1);
    expect(isAwake).toBe(false);
  });
});
