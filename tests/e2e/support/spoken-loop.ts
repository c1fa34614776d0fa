import { join } from "node:path";
import { type HeardWord, readWav, run, writeWav } from "#tests/support/speech-tools.ts";

const RATE = 16_000;

/** A sentence, and when it begins in what is played to the microphone again and again. */
interface Line {
  at: number;
  text: string;
}

/** A voice that says the lines, as a file for Chromium's microphone, and each line by itself. */
export async function speakLines(directory: string, lines: readonly Line[], seconds: number) {
  const loop = new Float32Array(seconds * RATE);
  const voices: { text: string; samples: Float32Array }[] = [];
  for (const [index, { at, text }] of lines.entries()) {
    const wav = join(directory, `line-${index}.wav`);
    await run("espeak-ng", "-v", "en-us", "-s", "150", "-w", `${wav}.voice`, text);
    await toWav(`${wav}.voice`, wav);
    const samples = await readWav(wav);
    loop.set(samples, at * RATE);
    voices.push({ text, samples });
  }
  const path = join(directory, "loop.wav");
  await writeWav(path, loop);
  return { path, voices };
}

/** The sound of a file, each sample at the time that the file says; silence where it has nothing. */
export async function soundOf(path: string): Promise<Float32Array> {
  const wav = `${path}.wav`;
  await toWav(path, wav, "-af", "aresample=async=1:first_pts=0");
  return readWav(wav);
}

const toWav = (from: string, to: string, ...options: string[]) =>
  run(
    ...(["ffmpeg", "-y", "-v", "error", "-i", from, "-vn", ...options, "-ac", "1"] as const),
    ...["-ar", String(RATE), "-fflags", "+bitexact", to],
  );

/** The number of envelopes a second. */
const FRAMES = 100;
/** How much alike a place and the sentence are where that is said: 0.93, others come to 0.7. */
const SAME = 0.82;
/** A quieter sound says nothing: a browser takes noise away. */
const QUIET = 1e-3;
/** Seconds at both ends in which a beginning or an end may be missing. */
const EDGE = 0.3;

/** The seconds at which the voice is heard whole: where what is loud and quiet follows it like nowhere else near. */
export function placesOf(voice: Float32Array, recorded: Float32Array): number[] {
  const [pattern, sound] = [envelope(voice), envelope(recorded)];
  const places: { at: number; likeness: number }[] = [];
  for (let at = 0; at + pattern.length <= sound.length; at++) {
    const likeness = likenessOf(pattern, sound.subarray(at, at + pattern.length));
    if (likeness < SAME) continue;
    const last = places.at(-1);
    if (!last || at - last.at > pattern.length) places.push({ at, likeness });
    else if (likeness > last.likeness) Object.assign(last, { at, likeness });
  }
  const end = (sound.length - pattern.length) / FRAMES - EDGE;
  return places.map(({ at }) => at / FRAMES).filter((at) => at > EDGE && at < end);
}

function envelope(samples: Float32Array): Float32Array {
  const size = RATE / FRAMES;
  const levels = new Float32Array(Math.floor(samples.length / size));
  for (let frame = 0; frame < levels.length; frame++) {
    let sum = 0;
    for (const sample of samples.subarray(frame * size, (frame + 1) * size)) sum += sample * sample;
    levels[frame] = Math.log10(QUIET + sum / size);
  }
  return levels;
}

/** The likeness from -1 to 1, however loud the two are. */
function likenessOf(a: Float32Array, b: Float32Array): number {
  const [meanA, meanB] = [mean(a), mean(b)];
  let [both, ofA, ofB] = [0, 1e-9, 1e-9];
  for (const [index, level] of a.entries()) {
    const [x, y] = [level - meanA, (b[index] ?? 0) - meanB];
    both += x * y;
    ofA += x * x;
    ofB += y * y;
  }
  return both / Math.sqrt(ofA * ofB);
}

const mean = (levels: Float32Array) =>
  levels.reduce((sum, level) => sum + level, 0) / levels.length;

export type Said = Pick<HeardWord, "word" | "start">;
