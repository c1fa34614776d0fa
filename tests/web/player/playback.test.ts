import { describe, expect, it, test } from "vitest";
import { failureOf } from "#web/features/player/failure.ts";
import {
  initialPlayback,
  lengthOf,
  next,
  type Playback,
  type PlaybackEvent,
  type Report,
  reachOf,
} from "#web/features/player/playback.ts";

const still: Report = {
  paused: true,
  ended: false,
  readiness: 4,
  time: 0,
  duration: 60,
  buffered: [],
  volume: 1,
  muted: false,
  rate: 1,
};
const report = (change: Partial<Report> = {}): PlaybackEvent => ({
  type: "report",
  report: { ...still, ...change },
});
const follow = (...events: PlaybackEvent[]) => events.reduce(next, initialPlayback(null));
const playingAt = (time: number) => report({ paused: false, time });
const broke: PlaybackEvent = { type: "broke" };

describe("what the element reports", () => {
  const phases: [string, Partial<Report>, Playback["phase"], boolean][] = [
    ["nothing is known yet", { readiness: 0, duration: Number.NaN }, "loading", false],
    ["it was told to play before anything came", { readiness: 0, paused: false }, "playing", true],
    ["it stands", {}, "paused", false],
    ["it plays", { paused: false }, "playing", false],
    ["it has but its length", { readiness: 1 }, "paused", false],
    ["it waits for the network", { paused: false, readiness: 2 }, "playing", true],
    ["it has enough to go on", { paused: false, readiness: 3 }, "playing", false],
    ["it is over", { ended: true, paused: true, time: 60 }, "ended", false],
  ];
  it.each(phases)("%s", (_when, change, phase, waiting) => {
    expect(follow(report(change))).toMatchObject({ phase, waiting });
  });
});

test("has started once it was told to play, and stays so", () => {
  expect(follow(report()).hasStarted).toBe(false);
  expect(follow(playingAt(0), report({ time: 3 })).hasStarted).toBe(true);
});

describe("how long a video is", () => {
  it.each([
    ["the element knows", 60, 59, 0, 60],
    ["the element does not, the server measured", Number.POSITIVE_INFINITY, 59, 3, 59],
    ["it went on past what was measured", Number.POSITIVE_INFINITY, 59, 61, 61],
    ["nobody knows", Number.POSITIVE_INFINITY, null, 3, null],
    ["before the metadata", Number.NaN, 59, 0, 59],
    ["of an element that has nothing", 0, 59, 0, 59],
  ])("%s", (_when, reported, measured, furthest, length) => {
    expect(lengthOf(reported, measured, furthest)).toBe(length);
  });

  it("is unknown in a WebM fresh from the recorder, which then reaches as far as was loaded", () => {
    const state = follow(
      report({ duration: Number.POSITIVE_INFINITY, time: 2, buffered: [{ start: 0, end: 9 }] }),
    );
    expect(state.duration).toBeNull();
    expect(reachOf(state)).toBe(9);
  });

  it("reaches as far as anything is known, where that is further than what was loaded", () => {
    const spans = [
      { start: 0, end: 4 },
      { start: 6, end: 8 },
    ];
    const fresh = { duration: Number.POSITIVE_INFINITY, buffered: spans };
    expect(reachOf(follow(report({ ...fresh, time: 2 })))).toBe(8);
    expect(reachOf(follow(report({ ...fresh, time: 9 })))).toBe(9);
    expect(reachOf(initialPlayback(null))).toBe(0);
    expect(reachOf(initialPlayback(60))).toBe(60);
  });

  it("stays known when the server has nothing to say", () => {
    expect(next(initialPlayback(60), { type: "measured", duration: null }).duration).toBe(60);
  });

  it("comes from the server once it has measured", () => {
    const fresh = report({ duration: Number.POSITIVE_INFINITY });
    expect(follow(fresh, { type: "measured", duration: 12.5 }, fresh).duration).toBe(12.5);
  });
});

describe("a break", () => {
  it("loads again, once, from where it broke", () => {
    const state = follow(playingAt(12), broke);
    expect(state).toMatchObject({ phase: "recovering", brokeAt: 12, playsOn: true });
  });

  it("keeps the place while the element starts over at zero", () => {
    const state = follow(playingAt(12), broke, report({ readiness: 1, time: 0 }));
    expect(state).toMatchObject({ phase: "recovering", time: 12 });
  });

  it("is forgotten once it has played past it", () => {
    const back = follow(playingAt(12), broke, playingAt(12));
    expect(back).toMatchObject({ phase: "playing", brokeAt: 12 });
    expect(next(back, playingAt(13)).brokeAt).toBe(12);
    expect(next(back, playingAt(13.5)).brokeAt).toBeNull();
  });

  it("is forgotten also by somebody who went back and played on there", () => {
    const back = follow(playingAt(12), broke, playingAt(12), playingAt(3));
    expect(next(back, broke)).toMatchObject({ phase: "recovering", brokeAt: 3 });
  });

  it("is over when there is a picture again, and plays on only what played", () => {
    const played = follow(playingAt(12), broke);
    expect(next(played, report({ paused: false, readiness: 2, time: 12 })).phase).toBe("playing");
    expect(follow(report({ time: 12 }), broke)).toMatchObject({ brokeAt: 12, playsOn: false });
  });

  it("shows one thing at a time: not that it waits as well", () => {
    const waiting = report({ paused: false, readiness: 2, time: 12 });
    expect(follow(waiting).waiting).toBe(true);
    expect(follow(waiting, broke).waiting).toBe(false);
  });

  it("keeps the first place where it broke, and the first answer why", () => {
    const twice = follow(playingAt(12), broke, playingAt(12.5), broke);
    expect(twice).toMatchObject({ phase: "diagnosing", brokeAt: 12 });
    const failed = next(twice, { type: "diagnosed", failure: { why: "gone" } });
    expect(next(failed, broke)).toBe(failed);
    expect(next(failed, { type: "diagnosed", failure: { why: "server" } })).toBe(failed);
    expect(next(twice, broke)).toBe(twice);
  });

  it("that was mended has no late answer and no second try", () => {
    const playing = follow(playingAt(12));
    expect(next(playing, { type: "diagnosed", failure: { why: "gone" } })).toBe(playing);
    expect(next(playing, { type: "retry" })).toBe(playing);
  });

  it("asks the server why when it happens again in the same place", () => {
    const asked = follow(playingAt(12), broke, broke);
    expect(asked.phase).toBe("diagnosing");
    expect(next(asked, { type: "diagnosed", failure: { why: "gone" } })).toMatchObject({
      phase: "failed",
      failure: { why: "gone" },
    });
  });

  it("stays said, whatever the element reports, until a retry", () => {
    const failed = follow(broke, broke, { type: "diagnosed", failure: { why: "offline" } });
    expect(next(failed, report()).phase).toBe("failed");
    expect(next(failed, { type: "retry" })).toMatchObject({ phase: "recovering", failure: null });
  });

  it.each([
    [undefined, "offline"],
    [400, "gone"],
    [401, "gone"],
    [404, "gone"],
    [404, "server", "a proxy"],
    [429, "server"],
    [500, "server"],
    [503, "server"],
    [206, "unplayable"],
  ])("with the answer %s to the question why means %s", (status, failure, by = "the server") => {
    expect(failureOf(status, by === "the server")).toBe(failure);
  });
});
