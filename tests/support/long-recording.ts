import {
  BufferTarget,
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathSource,
  Input,
  type InputTrack,
  Output,
  WEBM,
  WebMOutputFormat,
} from "mediabunny";
import { videoPath } from "./videos.ts";

/** A recording of any length as a recorder streams it, with neither duration nor index: a real short one, over and over. */
export async function longRecording(seconds: number): Promise<Uint8Array> {
  const source = new FilePathSource(videoPath("recorded.webm"));
  const input = new Input({ source, formats: [WEBM] });
  const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()];
  if (!video || !audio) throw new Error("the sample has both");
  const target = new BufferTarget();
  const output = new Output({ format: new WebMOutputFormat({ appendOnly: true }), target });
  const [picture, sound] = [
    new EncodedVideoPacketSource("vp8"),
    new EncodedAudioPacketSource("opus"),
  ];
  output.addVideoTrack(picture);
  output.addAudioTrack(sound);
  await output.start();

  const config = {
    video: { decoderConfig: (await video.getDecoderConfig()) ?? undefined },
    audio: { decoderConfig: (await audio.getDecoderConfig()) ?? undefined },
  };
  const frames = await packetsOf(video);
  const sounds = await packetsOf(audio);
  const packets = inOrder(frames, sounds);
  const length = (packets.at(-1)?.packet.timestamp ?? 0) + 0.06;
  for (let begin = 0; begin < seconds; begin += length) {
    for (const { kind, packet } of packets) {
      const moved = packet.clone({ timestamp: packet.timestamp + begin });
      if (kind === "video") await picture.add(moved, config.video);
      else await sound.add(moved, config.audio);
    }
  }
  await output.finalize();
  input.dispose();
  return new Uint8Array(target.buffer ?? new ArrayBuffer());
}

async function packetsOf(track: InputTrack): Promise<EncodedPacket[]> {
  return Array.fromAsync(new EncodedPacketSink(track).packets());
}

function inOrder(frames: EncodedPacket[], sounds: EncodedPacket[]) {
  return [
    ...frames.map((packet) => ({ kind: "video" as const, packet })),
    ...sounds.map((packet) => ({ kind: "audio" as const, packet })),
  ].sort((a, b) => a.packet.timestamp - b.packet.timestamp);
}
