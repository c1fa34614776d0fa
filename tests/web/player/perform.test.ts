// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, test } from "vitest";
import { perform } from "#web/features/player/keys.ts";
import { keepPreferences, storedPreferences } from "#web/features/player/preferences.ts";

type Given = Parameters<typeof perform>[0];

beforeEach(() => localStorage.clear());

/** An element that does as it is told, and knows no length of its own. */
function videoWith(given: Partial<HTMLVideoElement>) {
  const video = document.createElement("video");
  let time = given.currentTime ?? 0;
  Object.defineProperty(video, "currentTime", {
    get: () => time,
    set(to: number) {
      time = to;
    },
  });
  const { currentTime: _, ...others } = given;
  return Object.assign(video, others);
}

describe("a place in the video", () => {
  it.each<[Given, number, string | undefined]>([
    [{ do: "skip", seconds: 10 }, 40, "+10 s"],
    [{ do: "skip", seconds: -5 }, 25, "−5 s"],
    [{ do: "skip", seconds: 50 }, 60, "+50 s"],
    [{ do: "skip", seconds: -50 }, 0, "−50 s"],
    [{ do: "jump", to: 0 }, 0, "0%"],
    [{ do: "jump", to: 0.3 }, 18, "30%"],
    [{ do: "jump", to: 1 }, 60, "100%"],
  ])("%o at half a minute of one leads to %d and says %s", (command, time, said) => {
    const video = videoWith({ currentTime: 30 });
    expect(perform(command, video, 60)).toBe(said);
    expect(video.currentTime).toBe(time);
  });
});

describe("how loud it is", () => {
  it.each<[Given, { volume: number; muted: boolean }, number, boolean, string]>([
    [{ do: "mute" }, { volume: 0.4, muted: false }, 0.4, true, "Muted"],
    [{ do: "mute" }, { volume: 0.4, muted: true }, 0.4, false, "Volume 40%"],
    // A slider at its end is as silent: to unmute means to hear something.
    [{ do: "mute" }, { volume: 0, muted: false }, 1, false, "Volume 100%"],
    [{ do: "louder", by: 0.05 }, { volume: 0.5, muted: true }, 0.55, false, "Volume 55%"],
    [{ do: "louder", by: 0.05 }, { volume: 0.98, muted: false }, 1, false, "Volume 100%"],
    [{ do: "louder", by: -0.05 }, { volume: 0.02, muted: false }, 0, false, "Volume 0%"],
    [{ do: "volume", to: 0.333 }, { volume: 1, muted: true }, 0.33, false, "Volume 33%"],
  ])("after %o with %o is %d, muted: %s", (command, before, volume, muted, said) => {
    const video = videoWith(before);
    expect(perform(command, video, 60)).toBe(said);
    expect([video.volume, video.muted]).toEqual([volume, muted]);
    expect(storedPreferences()).toMatchObject({ volume, muted });
  });
});

describe("how fast it is", () => {
  it.each<[Given, number]>([
    [{ do: "faster", steps: 1 }, 1.75],
    [{ do: "faster", steps: -1 }, 1.25],
    [{ do: "rate", to: 3 }, 3],
  ])("after %o from 1.5 is %d, also for what is loaded next", (command, rate) => {
    const video = videoWith({ playbackRate: 1.5 });
    expect(perform(command, video, 60)).toBe(`${rate}×`);
    expect([video.playbackRate, video.defaultPlaybackRate]).toEqual([rate, rate]);
    expect(storedPreferences().rate).toBe(rate);
  });
});

test("the next speed is that of the chosen one, while a little more brings the viewer to the newest", () => {
  const video = videoWith({ playbackRate: 1.65 });
  video.dataset.chosenRate = "1.5";
  expect(perform({ do: "faster", steps: 1 }, video, 60)).toBe("1.75×");
  expect([video.playbackRate, video.dataset.chosenRate]).toEqual([1.75, undefined]);
});

test("what stands plays, and what plays is paused", () => {
  const done: string[] = [];
  const video = videoWith({
    play: async () => void done.push("play"),
    pause: () => void done.push("pause"),
  });
  let isPaused = true;
  Object.defineProperty(video, "paused", { get: () => isPaused });
  expect(perform({ do: "toggle" }, video, 60)).toBeUndefined();
  isPaused = false;
  perform({ do: "toggle" }, video, 60);
  expect(done).toEqual(["play", "pause"]);
});

describe("what is kept of how somebody watches", () => {
  const fresh = { volume: 1, muted: false, rate: 1, captioned: false, captions: null };

  it("is heard at full volume and normal speed, without captions, until somebody says so", () => {
    expect(storedPreferences()).toEqual(fresh);
  });

  it("changes one thing and leaves the others", () => {
    keepPreferences({ rate: 2 });
    keepPreferences({ captioned: true, captions: "de" });
    expect(storedPreferences()).toEqual({ ...fresh, rate: 2, captioned: true, captions: "de" });
  });

  it("loses no more than the part that makes no sense", () => {
    const odd = { volume: 1.1, muted: "yes", rate: 3.5, captioned: true, captions: 7 };
    localStorage.setItem("kinora.player", JSON.stringify(odd));
    expect(storedPreferences()).toEqual({ ...fresh, captioned: true });
    localStorage.setItem("kinora.player", JSON.stringify({ volume: 0, rate: 0.25 }));
    expect(storedPreferences()).toEqual({ ...fresh, volume: 0, rate: 0.25 });
  });
});
