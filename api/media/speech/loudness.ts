import { decode, type SoundTrack } from "./sound-track.ts";

/** Twice what voices need: what is heard above it alone, nobody takes for silence. */
const RATE = 16_000;
const SECONDS_EACH = 0.05;
/** A day of them; what is longer is measured in longer stretches. */
const MOST_LEVELS = 1_728_000;
/** Steps in a decibel, and the quietest level, which is step zero. */
const STEPS = 2;
const QUIETEST_DB = -100;

export type Loudness = Awaited<ReturnType<typeof measureLoudness>>;

/** The level of each stretch of a film, whether there is sound in it or not. */
export async function measureLoudness(sound: SoundTrack, seconds: number, onAdvance: () => void) {
  const secondsEach = Math.max(SECONDS_EACH, seconds / MOST_LEVELS);
  const power = new Float32Array(Math.ceil(seconds / secondsEach));
  const length = secondsEach * RATE;
  for await (const { start, samples } of decode(sound, RATE)) {
    const first = Math.round(start * RATE);
    for (let index = 0; index < samples.length; index++) {
      // A place outside the film is none in this array, and nothing is written there.
      const stretch = Math.floor((first + index) / length);
      const sample = samples[index] ?? 0;
      power[stretch] = (power[stretch] ?? 0) + sample * sample;
    }
    onAdvance();
  }
  return { secondsEach, levels: Uint8Array.from(power, (sum) => stepOf(sum / length)) };
}

function stepOf(power: number): number {
  if (power === 0) return 0;
  const decibels = Math.min(0, Math.max(QUIETEST_DB, 10 * Math.log10(power)));
  return Math.round((decibels - QUIETEST_DB) * STEPS);
}
