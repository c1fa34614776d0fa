import { decode, openSound } from "./sound-track.ts";

/** A short sound as numbers between -1 and 1, one channel, each at its time. */
export async function readSamples(path: string, rate: 8000 | 16000): Promise<Float32Array> {
  const sound = await openSound(path);
  if (typeof sound === "string" || sound.codec !== "opus")
    throw new Error("This is no sound in Opus");
  const pieces: { at: number; samples: Float32Array }[] = [];
  let length = 0;
  for await (const { start, samples } of decode(sound, rate)) {
    const at = Math.max(0, Math.round(start * rate));
    pieces.push({ at, samples });
    length = Math.max(length, at + samples.length);
  }
  sound[Symbol.dispose]();
  const whole = new Float32Array(length);
  for (const { at, samples } of pieces) whole.set(samples, at);
  return whole;
}
