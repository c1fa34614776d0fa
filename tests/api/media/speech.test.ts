import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BrokenMedia } from "#api/media/probe.ts";
import { cutParts, findSpeech, soundOf } from "#api/media/speech/hear-speech.ts";
import { secondsOfOpus } from "#api/media/speech/opus-packet.ts";
import { type Listened, planParts, planSettled } from "#api/media/speech/plan-parts.ts";
import { readSamples } from "#api/media/speech/sound-track.ts";
import { type Span, VoiceSpans } from "#api/media/speech/voice-spans.ts";
import { hear } from "#tests/stand-ins/openai-ears.ts";
import { spokenSound } from "#tests/support/spoken.ts";
import { pausedInAac, spokenRecording, withPicture } from "#tests/support/spoken-recording.ts";
import { temporaryDirectory } from "#tests/support/temporary-directory.ts";
import { videoPath } from "#tests/support/videos.ts";

const directory = temporaryDirectory();
const { signal } = new AbortController();
const SENTENCES = { seconds: 600, bytes: 1e9, silence: 0.35 };

async function recorded(name: string, at: number[], seconds: number) {
  const path = join(directory, name);
  const said = at.map((second) => ({ sentence: 0 as const, at: second }));
  await writeFile(path, await spokenRecording(said, seconds));
  return { path, seconds };
}

describe("where somebody speaks", () => {
  it("is heard to a sixth of a second", async () => {
    const { parts, seconds } = await findSpeech(spokenSound, SENTENCES, { signal });
    expect(seconds).toBeCloseTo(spokenSound.seconds, 1);
    expect(parts).toHaveLength(spokenSound.said.length);
    const room = SENTENCES.silence / 2;
    for (const [index, { start, end }] of spokenSound.said.entries()) {
      expect(Math.abs((parts[index]?.start ?? 0) + room - start)).toBeLessThan(1 / 6);
      expect(Math.abs((parts[index]?.end ?? 0) - room - end)).toBeLessThan(1 / 6);
    }
  });

  it("is nowhere where a machine beeps, and told by the packets' times where some are missing", async () => {
    const beeps = { path: videoPath("recorded.webm"), seconds: 5 };
    expect((await findSpeech(beeps, SENTENCES, { signal })).parts).toEqual([]);
    const source = await recorded("gaps.webm", [2, 400, 9000], 9010);
    const { parts } = await findSpeech(source, SENTENCES, { signal });
    expect(parts.map(({ start }) => Math.round(start))).toEqual([2, 400, 9000]);
  });

  it("is told by the packets' times also where a clock was slow, and they come too close", async () => {
    const path = join(directory, "slow.webm");
    await writeFile(path, await withPicture(spokenSound.path, (seconds) => seconds * 0.9));
    const { parts } = await findSpeech({ path, seconds: 10 }, SENTENCES, { signal });
    expect(parts).toHaveLength(spokenSound.said.length);
    const last = spokenSound.said.at(-1)?.start ?? 0;
    expect(parts.at(-1)?.start).toBeGreaterThan(last * 0.9 - 0.4);
    expect(parts.at(-1)?.start).toBeLessThan(last * 0.9 + 0.2);
  });

  it.each([
    ["recorded.webm", "opus"],
    ["recorded.mp4", "opus"],
    ["h264.mov", "aac"],
    ["xvid.avi", "other"],
  ] as const)("can be asked of %s: its sound is %s", async (name, kind) => {
    expect(await soundOf({ path: videoPath(name), seconds: 5 }, signal)).toBe(kind);
  });

  it("cannot be asked of what is no video", async () => {
    const source = { path: import.meta.filename, seconds: 5 };
    await expect(soundOf(source, signal)).rejects.toThrow(BrokenMedia);
  });
});

describe("a stretch of speech", () => {
  /** The stretches of a sound, from the likelihood up to each second. */
  function spansOf(...heard: [likelihood: number, until: number][]): Span[] {
    const spans = new VoiceSpans();
    const found = heard.map(([likelihood, end], index) =>
      spans.add(likelihood, heard[index - 1]?.[1] ?? 0, end),
    );
    return [...found, spans.finish()].filter((span) => span !== undefined);
  }

  it("is no click, and goes on over breath and hesitation", () => {
    expect(spansOf([0.9, 0.14], [0, 2])).toEqual([]);
    expect(spansOf([0.9, 0.15], [0, 2])).toEqual([{ start: 0, end: 0.15 }]);
    expect(spansOf([0.4, 1])).toEqual([]);
    expect(spansOf([0.9, 1], [0.4, 3], [0, 3.3], [0.9, 4])).toEqual([{ start: 0, end: 4 }]);
    expect(spansOf([0.9, 1], [0, 1.31], [0.9, 4])).toEqual([
      { start: 0, end: 1 },
      { start: 1.31, end: 4 },
    ]);
  });
});

describe("sound that nothing here decodes", () => {
  const source = { path: videoPath("spoken.mp4"), seconds: 11 };
  const limits = { ...SENTENCES, seconds: 3 };

  it("is cut where little is heard, within the limits, and nothing of it is lost or sent twice", async () => {
    const { parts, seconds } = await findSpeech(source, limits, { signal });
    expect(seconds).toBeCloseTo(spokenSound.seconds, 1);
    expect(parts.length).toBeGreaterThan(3);
    for (const [index, { start, end }] of parts.entries()) {
      expect(end - start).toBeLessThanOrEqual(limits.seconds);
      expect(start).toBe(parts[index - 1]?.end ?? 0);
    }
    expect(parts.at(-1)?.end).toBe(seconds);
    const [first, second] = spokenSound.said;
    expect(parts[0]?.end).toBeGreaterThan(first?.end ?? 0);
    expect(parts[0]?.end).toBeLessThan(second?.start ?? 0);

    const numbered = parts.map((part, number) => ({ ...part, number }));
    const cut = await Array.fromAsync(cutParts(source, numbered, directory, signal));
    for (const [index, { path, start, seconds }] of cut.entries()) {
      expect(path).toMatch(/\.m4a$/);
      expect(Math.abs(start - (parts[index]?.start ?? 0))).toBeLessThan(0.03);
      expect((await hear(Bun.file(path)))?.seconds).toBeCloseTo(seconds, 2);
    }
    const all = cut.reduce((sum, part) => sum + part.seconds, 0);
    expect(Math.abs(all - spokenSound.seconds)).toBeLessThan(0.03 * cut.length);
  });

  it("is parted where its recorder got none, so that who counts samples is right about the time", async () => {
    const path = join(directory, "paused.mp4");
    await writeFile(path, await pausedInAac(2, 300));
    const { parts } = await findSpeech({ path, seconds: 311 }, SENTENCES, { signal });
    expect(parts.map(({ start }) => Math.round(start))).toEqual([0, 302]);
    expect(Math.round(parts[0]?.end ?? 0)).toBe(2);
  });
});

describe("a part that is cut out", () => {
  it("begins with the packet that sounds then, and lasts as long by its samples as by its times", async () => {
    const source = await recorded("cut.webm", [10, 19, 30], 40);
    const wanted = [
      { number: 7, start: 9.9, end: 20.5 },
      { number: 8, start: 21, end: 25 }, // nothing at all
      { number: 9, start: 29.9, end: 31 },
    ];
    const cut = await Array.fromAsync(cutParts(source, wanted, directory, signal));
    expect(cut.map(({ number }) => number)).toEqual([7, 9]);
    for (const { path, seconds } of cut) {
      const heard = await hear(Bun.file(path));
      expect(heard?.seconds).toBeCloseTo(seconds, 2);
      expect((await readSamples(path, 16_000)).length / 16_000).toBeCloseTo(seconds, 2);
    }
    const [first] = cut;
    const loud = (await hear(Bun.file(first?.path ?? "")))?.loud ?? [];
    const [one = 0, two = 0] = loud.map(({ start }) => start);
    expect(loud).toHaveLength(2);
    expect(two - one, "the silence between them was no packets").toBeCloseTo(9, 1);
    expect((first?.start ?? 0) + one - 10).toBeLessThan(0.1);
  });

  it.each([
    [[0xf8], 0.02],
    [[0xfb, 0x03], 0.06],
    [[0x0b, 0x02], 0.04],
    [[0x79], 0.04],
    [[0xe0], 0.0025],
  ])("counts by what its packets say of themselves: %j is %d s", (head, seconds) => {
    expect(secondsOfOpus(Uint8Array.from(head))).toBe(seconds);
  });
});

const LEVEL_SECONDS = 0.032;

function listenedTo(drawn: { pause: number; seconds: number }[], bytesEach: number): Listened {
  let clock = 0;
  const spans = drawn.map(({ pause, seconds }) => {
    const start = clock + pause;
    clock = start + seconds;
    return { start, end: clock };
  });
  const levels = Float32Array.from({ length: Math.ceil(clock / LEVEL_SECONDS) }, (_, index) =>
    Math.abs(Math.sin(index)),
  );
  const bytes = Array.from({ length: Math.ceil(clock) }, () => bytesEach);
  return { seconds: clock, spans, levels, levelSeconds: LEVEL_SECONDS, bytes };
}

const speech = fc.array(
  fc.record({
    pause: fc.double({ min: 0.31, max: 60, noNaN: true }),
    seconds: fc.double({ min: 0.15, max: 90, noNaN: true }),
  }),
  { maxLength: 40 },
);

describe("the parts of a recording", () => {
  it("hold all that is said, in order, each within the limits", () => {
    const limit = fc.record({
      seconds: fc.constantFrom(12, 120, 600),
      bytes: fc.constantFrom(400_000, 1e9),
      silence: fc.constantFrom(0.35, 30),
    });
    fc.assert(
      fc.property(speech, limit, (drawn, limits) => {
        const listened = listenedTo(drawn, 16_000);
        const parts = planParts(listened, limits);
        for (const [index, { start, end }] of parts.entries()) {
          expect(end).toBeGreaterThan(start);
          expect(start).toBeGreaterThanOrEqual(parts[index - 1]?.end ?? 0);
          expect(end - start).toBeLessThanOrEqual(limits.seconds + 1e-9);
          expect((end - start - 2) * 16_000).toBeLessThanOrEqual(limits.bytes);
        }
        for (const { start, end } of listened.spans)
          expect(covered({ start, end }, parts)).toBeCloseTo(end - start, 6);
      }),
    );
  });

  it("end in a pause where there is one, and where it is quietest where there is none", () => {
    const limits = { seconds: 60, bytes: 1e9, silence: 30 };
    const drawn = Array.from({ length: 12 }, (_, index) => {
      return { pause: index === 9 ? 2 : 0.4, seconds: 5 };
    });
    const [first, second] = planParts(listenedTo(drawn, 1), limits);
    expect(first?.end).toBeCloseTo(48.6 + 0.3, 6);
    expect(second?.start).toBeCloseTo(50.6 - 0.3, 6);
    const endless = listenedTo([{ pause: 0.4, seconds: 100 }], 1);
    const quiet = Math.round(55 / LEVEL_SECONDS);
    endless.levels[quiet] = 0;
    expect(planParts(endless, limits)[0]?.end).toBeCloseTo((quiet + 0.5) * LEVEL_SECONDS, 6);
  });
});

describe("the parts of a recording that still arrives", () => {
  it("hold all that is said once, in order and within the limits, whenever one listens", () => {
    const listens = fc.array(fc.double({ min: 0.5, max: 60, noNaN: true }), { maxLength: 60 });
    fc.assert(
      fc.property(speech, listens, fc.constantFrom(0.35, 5), (drawn, waits, silence) => {
        const limits = { seconds: 30, bytes: 1e9, silence };
        const whole = listenedTo(drawn, 1);
        const parts: Span[] = [];
        let [heard, arrived] = [0, 0];
        for (const wait of waits) {
          arrived = Math.min(arrived + wait, whole.seconds);
          const settled = planSettled(between(whole, heard, arrived), limits, {
            start: heard,
            end: arrived,
          });
          expect(settled.heard).toBeGreaterThanOrEqual(heard);
          parts.push(...settled.parts);
          heard = settled.heard;
        }
        parts.push(...planParts(between(whole, heard, whole.seconds), limits, heard));
        for (const [index, { start, end }] of parts.entries()) {
          expect(start).toBeGreaterThanOrEqual((parts[index - 1]?.end ?? 0) - 1e-9);
          expect(end - start).toBeLessThanOrEqual(limits.seconds + 1e-9);
        }
        for (const { start, end } of whole.spans)
          expect(covered({ start, end }, parts)).toBeCloseTo(end - start, 6);
      }),
    );
  });
});

/** The sound that a listener hears from one second to another; the beginning of a last word is not noticed yet. */
function between(whole: Listened, from: number, to: number): Listened {
  const spans = whole.spans
    .map(({ start, end }) => ({ start: Math.max(start, from), end: Math.min(end, to) }))
    .filter(
      ({ start, end }) => end > start && (end < to || to === whole.seconds || end - start >= 0.15),
    );
  return { ...whole, seconds: to, spans };
}

function covered(span: Span, parts: readonly Span[]): number {
  return parts
    .map(({ start, end }) => Math.min(end, span.end) - Math.max(start, span.start))
    .filter((seconds) => seconds > 0)
    .reduce((sum, seconds) => sum + seconds, 0);
}
