import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathSource,
  Input,
  Output,
  WEBM,
  WebMOutputFormat,
} from "mediabunny";
import { spokenSound } from "./spoken.ts";
import { videoPath } from "./videos.ts";

interface Said {
  /** Which of the three sentences. */
  sentence: 0 | 1 | 2;
  /** The second at which it begins. */
  at: number;
}

/** Sound before and after a sentence that belongs to it. */
const AROUND = 0.12;
const PICTURE_EVERY = 20;

/**
 * A recording as a recorder streams it, with neither duration nor index: sentences at the seconds where they are
 * wanted, and no packets of sound at all between them. Nothing is encoded, so that hours cost little.
 */
export async function spokenRecording(said: readonly Said[], seconds: number): Promise<Uint8Array> {
  const target = new BufferTarget();
  const output = new Output({ format: new WebMOutputFormat({ appendOnly: true }), target });
  const picture = new EncodedVideoPacketSource("vp8");
  const sound = new EncodedAudioPacketSource("opus");
  output.addVideoTrack(picture);
  output.addAudioTrack(sound);
  await output.start();
  const still = await pictureOf(videoPath("recorded.webm"));
  const voice = await voiceOf(spokenSound.path);
  let shown = 0;
  const showUntil = async (time: number) => {
    for (; shown <= time; shown += PICTURE_EVERY)
      await picture.add(new EncodedPacket(still.data, "key", shown, 1), {
        decoderConfig: still.config,
      });
  };
  for (const { sentence, at } of said) {
    const { start, end } = spokenSound.said[sentence] ?? { start: 0, end: 0 };
    for (const { timestamp, data, duration } of voice.packets) {
      if (timestamp + duration <= start - AROUND || timestamp >= end + AROUND) continue;
      const time = timestamp - start + at;
      await showUntil(time);
      await sound.add(new EncodedPacket(data, "key", time, duration), {
        decoderConfig: voice.config,
      });
    }
  }
  await showUntil(seconds);
  await output.finalize();
  return new Uint8Array(target.buffer ?? new ArrayBuffer());
}

const openInput = (path: string) =>
  new Input({ source: new FilePathSource(path), formats: [WEBM] });

async function pictureOf(path: string) {
  using input = openInput(path);
  const track = await input.getPrimaryVideoTrack();
  const first = track && (await new EncodedPacketSink(track).getFirstPacket());
  if (!first) throw new Error("the sample has a picture");
  return { data: first.data, config: (await track.getDecoderConfig()) ?? undefined };
}

async function voiceOf(path: string) {
  using input = openInput(path);
  const track = await input.getPrimaryAudioTrack();
  if (!track) throw new Error("the sample has sound");
  return {
    packets: await Array.fromAsync(new EncodedPacketSink(track).packets()),
    config: (await track.getDecoderConfig()) ?? undefined,
  };
}
