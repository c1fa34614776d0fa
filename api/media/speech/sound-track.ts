import type { EncodedPacket, InputAudioTrack } from "mediabunny";
import { openMedia, readHead } from "#api/media/probe.ts";
import { containerOf, HEAD_BYTES } from "#api/media/sniff.ts";

/** The codecs of recorders. Safari writes AAC, which nothing here decodes. */
export type SoundCodec = "opus" | "aac";

/** The sound of a file whose codec is one of recorders, packet by packet. */
export type SoundTrack = Exclude<Awaited<ReturnType<typeof openSound>>, string>;

/** The kind of sound in a file: none, one that we read, or one that has to be converted. */
export type SoundKind = "none" | SoundCodec | "other";

export async function openSound(path: string) {
  // The library knows all containers that we take but this one.
  if (containerOf(await readHead(path, HEAD_BYTES)) === "avi") return "other" as const;
  const input = await openMedia(path);
  const track = await input.getPrimaryAudioTrack();
  const codec = track && (await codecOf(track));
  if (!track || !codec) {
    input.dispose();
    return track ? ("other" as const) : ("none" as const);
  }
  const { EncodedPacketSink } = await import("mediabunny");
  const sink = new EncodedPacketSink(track);
  return {
    ...{ codec, track },
    /** The packets from the one that sounds at `start` on; without `start`, from the first. */
    async *packets(start?: number) {
      // At a time before the first packet there is no packet to begin with.
      const first = start === undefined ? null : await sink.getPacket(start);
      yield* sink.packets(first ?? undefined);
    },
    [Symbol.dispose]: () => input.dispose(),
  };
}

async function codecOf(track: InputAudioTrack): Promise<SoundCodec | undefined> {
  const codec = await track.getCodec();
  if (codec === "aac") return codec;
  return codec === "opus" && (await track.getNumberOfChannels()) <= 2 ? codec : undefined;
}

/** The longest packet that AAC knows: 2048 samples, 16,000 a second. */
const LONGEST_AAC = 0.128;

/** Some containers only say when the next packet begins, so a packet may seem longer than it is. */
export const secondsOfAac = ({ duration }: Pick<EncodedPacket, "duration">) =>
  Math.min(duration, LONGEST_AAC);

type Rate = 8000 | 16000;

/** Samples of one channel, at the times that the packets themselves give, and how many bytes each packet had. */
export async function* decode<R extends Rate>(
  sound: SoundTrack,
  rate: R,
  from?: number,
): AsyncGenerator<{ start: number; end: number; samples: Float32Array; bytes: number }> {
  const { OpusDecoder } = await import("opus-decoder");
  const decoder = new OpusDecoder<R>({ sampleRate: rate, channels: 2 });
  await decoder.ready;
  try {
    for await (const { timestamp: start, data } of sound.packets(from)) {
      const [left = new Float32Array(), right = left] = decoder.decodeFrame(data).channelData;
      const samples = left.map((sample, index) => (sample + (right[index] ?? sample)) / 2);
      yield { start, end: start + samples.length / rate, samples, bytes: data.length };
    }
  } finally {
    decoder.free();
  }
}

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
