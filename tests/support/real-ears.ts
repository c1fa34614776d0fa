import { join } from "node:path";
import type { HeardSound } from "#tests/stand-ins/openai-ears.ts";
import { type HeardWord, recognise, writeWav } from "./speech-tools.ts";

const RATE = 16_000;
/** Seconds of silence that the recogniser wants around a sentence. */
const AROUND = 0.5;
/** Seconds. Words begin and end more quietly than they are. */
const EDGE = 0.15;

const later = ({ word, start, end }: HeardWord, by: number): HeardWord => ({
  ...{ word, start: start + by, end: end + by },
});

/** A recogniser that knows these sentences: of one alone, or of all that a service is sent. */
export function realEars(directory: string, sentences: readonly string[]) {
  const listen = async (voice: Float32Array): Promise<HeardWord[]> => {
    const wav = join(directory, `${crypto.randomUUID()}.wav`);
    const alone = new Float32Array(voice.length + 2 * AROUND * RATE);
    alone.set(voice, AROUND * RATE);
    await writeWav(wav, alone);
    return (await recognise(wav, sentences)).map((word) => later(word, -AROUND));
  };
  return {
    listen,
    // Hears one sentence after the other: the recogniser is old, and is lost in a long text.
    async ears({ samples, loud }: HeardSound): Promise<HeardWord[]> {
      const heard: HeardWord[] = [];
      for (const { start, end } of loud) {
        const from = Math.max(0, start - EDGE);
        const words = await listen(samples.subarray(from * RATE, (end + EDGE) * RATE));
        heard.push(...words.map((word) => later(word, from)));
      }
      return heard;
    },
  };
}
