import { open } from "node:fs/promises";
import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathSource,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
  StreamTarget,
  type StreamTargetChunk,
  WEBM,
  WebMOutputFormat,
} from "mediabunny";
import { spokenSound } from "./spoken.ts";
import { videoPath } from "./videos.ts";

interface Said {
  /** The number of the sentence, of three. */
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
  await write(target, await voiceThatSays(said), { seconds });
  return bytesIn(target);
}

/** A spoken recording as a file of about so many bytes, most of them in its pictures. */
export async function largeSpokenFile(
  path: string,
  said: readonly Said[],
  { seconds, bytes }: { seconds: number; bytes: number },
): Promise<void> {
  const pictureBytes = Math.ceil((bytes * PICTURE_EVERY) / seconds);
  const file = await open(path, "w");
  let length = 0;
  const holes = new WritableStream<StreamTargetChunk>({
    async write({ data, position }) {
      length = Math.max(length, position + data.length);
      for (let begin = 0; begin < data.length; begin += BLOCK.length) {
        const block = data.subarray(begin, begin + BLOCK.length);
        if (BLOCK.compare(block) !== 0) await file.write(block, 0, undefined, position + begin);
      }
    },
  });
  await write(new StreamTarget(holes), await voiceThatSays(said), { seconds, pictureBytes });
  await file.truncate(length);
  await file.close();
}

/** A block of zeros: one like it need not be written. */
const BLOCK = Buffer.alloc(64 * 1024);

async function voiceThatSays(said: readonly Said[]): Promise<Voice> {
  const voice = await voiceOf(spokenSound.path);
  const packets = said.flatMap(({ sentence, at }) => {
    const { start, end } = spokenSound.said[sentence] ?? { start: 0, end: 0 };
    return voice.packets
      .filter(({ timestamp, duration }) => {
        return timestamp + duration > start - AROUND && timestamp < end + AROUND;
      })
      .map((packet) => packet.clone({ timestamp: packet.timestamp - start + at }));
  });
  return { ...voice, packets };
}

/** The voice in AAC of a recorder that got nothing for a while. */
export async function pausedInAac(at: number, seconds: number): Promise<Uint8Array> {
  const voice = await voiceOf(videoPath("spoken.mp4"));
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat(), target });
  const sound = new EncodedAudioPacketSource("aac");
  output.addAudioTrack(sound);
  await output.start();
  for (const packet of voice.packets.filter(({ timestamp }) => timestamp >= 0)) {
    const timestamp = packet.timestamp + (packet.timestamp < at ? 0 : seconds);
    await sound.add(packet.clone({ timestamp }), { decoderConfig: voice.config });
  }
  await output.finalize();
  return bytesIn(target);
}

/** The sound of a file beside a picture, each packet at the time that it is given. */
export async function withPicture(
  path: string,
  timeOf: (seconds: number) => number,
): Promise<Uint8Array> {
  const voice = await voiceOf(path);
  const packets = voice.packets.map((packet) =>
    packet.clone({ timestamp: timeOf(packet.timestamp) }),
  );
  const target = new BufferTarget();
  await write(target, { ...voice, packets }, { seconds: packets.at(-1)?.timestamp ?? 0 });
  return bytesIn(target);
}

const bytesIn = ({ buffer }: BufferTarget) => new Uint8Array(buffer ?? new ArrayBuffer());

interface Picture {
  seconds: number;
  /** The bytes of each picture; those beyond what a picture needs are zeros. */
  pictureBytes?: number;
}

async function write(
  target: BufferTarget | StreamTarget,
  voice: Voice,
  { seconds, pictureBytes = 0 }: Picture,
): Promise<void> {
  const output = new Output({ format: new WebMOutputFormat({ appendOnly: true }), target });
  const picture = new EncodedVideoPacketSource("vp8");
  const sound = new EncodedAudioPacketSource("opus");
  output.addVideoTrack(picture);
  output.addAudioTrack(sound);
  await output.start();
  const still = await pictureOf(videoPath("recorded.webm"));
  const data = new Uint8Array(Math.max(still.data.length, pictureBytes));
  data.set(still.data);
  let shown = 0;
  const showUntil = async (time: number) => {
    for (; shown <= time; shown += PICTURE_EVERY)
      await picture.add(new EncodedPacket(data, "key", shown, 1), {
        decoderConfig: still.config,
      });
  };
  for (const packet of voice.packets) {
    await showUntil(packet.timestamp);
    await sound.add(packet, { decoderConfig: voice.config });
  }
  await showUntil(seconds);
  await output.finalize();
}

const openInput = (path: string) =>
  new Input({ source: new FilePathSource(path), formats: [WEBM, MP4] });

async function pictureOf(path: string) {
  using input = openInput(path);
  const track = await input.getPrimaryVideoTrack();
  const first = track && (await new EncodedPacketSink(track).getFirstPacket());
  if (!first) throw new Error("the sample has a picture");
  return { data: first.data, config: (await track.getDecoderConfig()) ?? undefined };
}

interface Voice {
  packets: EncodedPacket[];
  config: AudioDecoderConfig | undefined;
}

async function voiceOf(path: string): Promise<Voice> {
  using input = openInput(path);
  const track = await input.getPrimaryAudioTrack();
  if (!track) throw new Error("the sample has sound");
  return {
    packets: await Array.fromAsync(new EncodedPacketSink(track).packets()),
    config: (await track.getDecoderConfig()) ?? undefined,
  };
}
