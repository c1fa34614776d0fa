import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EncodedPacketSink, FilePathSource, Input, WEBM } from "mediabunny";
import { OpusDecoder } from "opus-decoder";
import { spokenSound } from "#tests/support/spoken.ts";

const RATE = 48_000;
const HEADER_BYTES = 44;

/** The spoken sentences as Chromium's microphone plays them, over and over. */
export async function spokenWav(): Promise<string> {
  const samples = await decoded(spokenSound.path);
  const wav = Buffer.alloc(HEADER_BYTES + samples.length * 2);
  wav.write("RIFF", 0);
  wav.writeUInt32LE(wav.length - 8, 4);
  wav.write("WAVEfmt ", 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20); // whole numbers
  wav.writeUInt16LE(1, 22); // one channel
  wav.writeUInt32LE(RATE, 24);
  wav.writeUInt32LE(RATE * 2, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write("data", 36);
  wav.writeUInt32LE(samples.length * 2, 40);
  for (const [at, sample] of samples.entries())
    wav.writeInt16LE(Math.round(Math.max(-1, Math.min(1, sample)) * 32_767), HEADER_BYTES + at * 2);
  const path = join(mkdtempSync(join(tmpdir(), "kinora-voice-")), "spoken.wav");
  writeFileSync(path, wav);
  return path;
}

async function decoded(path: string): Promise<number[]> {
  using input = new Input({ source: new FilePathSource(path), formats: [WEBM] });
  const track = await input.getPrimaryAudioTrack();
  if (!track) throw new Error("the sample has sound");
  const decoder = new OpusDecoder({ sampleRate: RATE, channels: 1 });
  await decoder.ready;
  const samples: number[] = [];
  for await (const { data } of new EncodedPacketSink(track).packets())
    samples.push(...(decoder.decodeFrame(data).channelData[0] ?? []));
  decoder.free();
  return samples;
}
