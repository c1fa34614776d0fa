import { decode, openSound, type SoundTrack } from "./speech/sound-track.ts";

/** Enough samples that a speaker's pause is not taken for silence, and few enough for a recording of any length. */
const PLACES = 12;
const SECONDS_EACH = 1;
/** The value for digital silence; a logarithm would make it minus infinity. */
const SILENCE_DB = -100;

/**
 * The loudest of several samples, in decibels below full scale: whether anything can be heard.
 * Null where there is no sound, or none in the codec of recorders. Wants a file that can be searched.
 */
export async function audioLevel(path: string, duration: number): Promise<number | null> {
  const sound = await openSound(path);
  if (typeof sound === "string") return null;
  using _sound = sound;
  if (sound.codec !== "opus") return null;
  let loudest = SILENCE_DB;
  for (const start of places(duration)) loudest = Math.max(loudest, await levelAt(sound, start));
  return Math.round(loudest * 10) / 10;
}

function places(duration: number): number[] {
  const room = Math.max(0, duration - SECONDS_EACH);
  if (room < PLACES * SECONDS_EACH) return [0];
  return Array.from({ length: PLACES }, (_, place) => (room * place) / (PLACES - 1));
}

/** The level from the packet at `start` on; from the beginning of a file, of twelve times as many. */
async function levelAt(sound: SoundTrack, start: number): Promise<number> {
  const seconds = start === 0 ? PLACES * SECONDS_EACH : SECONDS_EACH;
  let first: number | undefined;
  let [sum, count] = [0, 0];
  for await (const { samples, ...packet } of decode(sound, 8000, start)) {
    first ??= packet.start;
    if (packet.start > first + seconds) break;
    for (const sample of samples) sum += sample * sample;
    count += samples.length;
  }
  return sum > 0 ? Math.max(SILENCE_DB, 10 * Math.log10(sum / count)) : SILENCE_DB;
}
