import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Block } from "#web/features/recorder/capture/read-blocks.ts";
import {
  encoded,
  type Flow,
  isBehind,
  keep,
  keptOf,
  lateOf,
  missingOf,
  startFlow,
} from "#web/features/recorder/flow.ts";
import { lateInWords, missingInWords } from "#web/features/recorder/screens/in-words.ts";

const SOUND_MS = 50;
const stretch = (of: Block["of"], from: number, to: number): Block[] => {
  const every = of === "sound" ? SOUND_MS : 100;
  const lasts = of === "sound" ? SOUND_MS : 0;
  const many = Math.ceil((to - from) / every);
  return Array.from({ length: many }, (_, i) => ({ of, at: from + i * every, lasts }));
};

interface Half {
  picture?: boolean;
  sound?: boolean;
  isKept?: boolean;
  /** The distance of the encoder behind the clock. */
  lag?: number;
}

/** Half seconds of a recording, one after the other, and a look after each. */
function record(halves: Half[], begun = startFlow(true)): Flow {
  return halves.reduce((flow, { picture = true, sound = true, isKept = true, lag = 0 }) => {
    const now = flow.now + 500;
    const [from, to] = [Math.max(0, now - 500 - lag), Math.max(0, now - lag)];
    const blocks = [
      ...(picture ? stretch("picture", from, to) : []),
      ...(sound ? stretch("sound", from, to) : []),
    ];
    const given = encoded(flow, blocks, now);
    return { ...(isKept ? keep(given, given) : given), now };
  }, begun);
}

const times = (count: number, half: Half = {}) => Array.from({ length: count }, () => half);

describe("what arrives of a recording", () => {
  it("is all of it on a computer that keeps up: nothing is said, and nothing is missing", () => {
    const flow = record(times(40));
    expect([lateOf(flow), isBehind(flow), missingOf(flow, 20_000)]).toEqual([null, false, []]);
    expect(keptOf(flow)).toBeGreaterThanOrEqual(19_800);
  });

  it.each<[string, Half, string]>([
    ["picture", { picture: false }, "No picture since 0:09"],
    ["sound", { sound: false }, "No sound since 0:10"],
    ["picture nor sound", { picture: false, sound: false }, "No picture and sound since 0:10"],
    ["place to keep it", { isKept: false }, "No picture and sound since 0:10"],
  ])("says within three seconds that there is no %s, and since when", (_what, half, words) => {
    const before = record(times(20));
    expect(lateInWords(record(times(4, half), before))).toBeNull();
    expect(lateInWords(record(times(5, half), before))).toBe(words);
    expect(lateInWords(record([...times(9, half), {}], before)), "until it comes again").toBeNull();
  });

  it("shows what is kept and not how long it takes", () => {
    const before = record(times(20));
    const stopped = record(times(60, { isKept: false }), before);
    expect(stopped.now - before.now).toBe(30_000);
    expect(keptOf(stopped)).toBe(keptOf(before));
  });

  it("never shrinks, also where something comes that is older", () => {
    const before = record(times(20));
    const late: Block[] = [{ of: "picture", at: 2_000, lasts: 0 }];
    const given = encoded(before, late, before.now);
    expect(missingOf(given, before.now)).toEqual([]);
    expect(given.picture.reach).toBe(before.picture.reach);
  });

  it("misses no sound where none is recorded", () => {
    const flow = record(times(20, { sound: false }), startFlow(false));
    expect([lateOf(flow), missingOf(flow, 10_000)]).toEqual([null, []]);
  });

  it("is taken for all there was where nobody can read what the encoder gives", () => {
    const given = encoded(startFlow(true), null, 4_000);
    expect(keptOf(keep(given, given))).toBe(4_000);
    expect(missingOf(given, 4_000)).toEqual([]);
  });
});

describe("an encoder that falls behind", () => {
  it("is one that is more than three seconds late", () => {
    const slow = Array.from({ length: 12 }, (_, i) => ({ lag: i * 300 }));
    expect(isBehind(record(slow.slice(0, 10)))).toBe(false);
    expect(isBehind(record(slow))).toBe(true);
  });

  it("is one that leaves out sound, until it does not any more", () => {
    const before = record(times(20));
    const cut = record([...times(2, { sound: false }), {}], before);
    expect(isBehind(cut)).toBe(true);
    expect(isBehind(record(times(4), cut))).toBe(false);
  });

  it("is neither a window that is hidden nor a disk that is slow", () => {
    const before = record(times(20));
    expect(isBehind(record(times(30, { picture: false }), before))).toBe(false);
    expect(isBehind(record(times(30, { isKept: false }), before))).toBe(false);
  });
});

describe("what a finished recording lacks", () => {
  it.each<[string, Half[], string]>([
    [
      "a picture",
      [...times(20), ...times(8, { picture: false }), ...times(4)],
      "picture 0:09–0:14",
    ],
    ["sound", [...times(20), ...times(8, { sound: false }), ...times(4)], "sound 0:10–0:14"],
    [
      "its end",
      [...times(20), ...times(8, { picture: false, sound: false })],
      "picture and sound 0:10–0:14",
    ],
    ["its beginning", times(20, { lag: 2_000 }), "picture and sound 0:00–0:02"],
    [
      "the end of its picture",
      [...times(20), ...times(8, { picture: false })],
      "picture 0:09–0:14",
    ],
  ])("is told with its place: %s", (_what, halves, words) => {
    const flow = record(halves);
    expect(missingInWords(missingOf(flow, flow.now))).toBe(`Missing: ${words}`);
  });

  it("is one stretch where sound comes in shreds", () => {
    const shreds = Array.from({ length: 20 }, (_, i) => ({ sound: i % 2 === 0 }));
    const flow = record([...times(10), ...shreds, ...times(10)]);
    expect(missingOf(flow, flow.now)).toHaveLength(1);
  });

  it("is counted where there is much of it", () => {
    const hole = [...times(6), ...times(6, { sound: false })];
    const flow = record([...hole, ...hole, ...hole, ...hole, ...times(6)]);
    expect(missingInWords(missingOf(flow, flow.now))).toMatch(
      /^Missing: (sound \S+, ){3}and 1 more$/,
    );
  });
});

describe("whatever comes, and whenever", () => {
  const half = fc.record({
    picture: fc.boolean(),
    sound: fc.boolean(),
    isKept: fc.boolean(),
    lag: fc.constantFrom(0, 0, 400, 3_500),
  });

  it("never shows more than there is, nor less than a moment ago, and is silent about nothing for three seconds", () => {
    fc.assert(
      fc.property(fc.array(half, { maxLength: 60 }), (halves) => {
        let flow = startFlow(true);
        for (const one of halves) {
          const before = keptOf(flow);
          flow = record([one], flow);
          expect(keptOf(flow)).toBeGreaterThanOrEqual(before);
          expect(keptOf(flow)).toBeLessThanOrEqual(flow.now + SOUND_MS);
          const { picture, sound, now } = flow;
          const silence = Math.max(now - picture.keptAt, now - (sound?.keptAt ?? now));
          expect(lateOf(flow) !== null).toBe(silence >= 2_500);
        }
        for (const { from, to } of missingOf(flow, flow.now)) {
          expect(from).toBeGreaterThanOrEqual(0);
          expect(to - from).toBeGreaterThanOrEqual(1_000);
          expect(to).toBeLessThanOrEqual(flow.now + SOUND_MS);
        }
      }),
    );
  });
});
