import { hasIndex } from "./layout.ts";
import { BrokenMedia, openMedia, type Probe, probe } from "./probe.ts";

export type RemuxTarget = "webm" | "mp4";

/** The same pictures and sounds, not encoded again, in a file with a duration and an index. */
export async function remux(
  source: string,
  destination: string,
  target: RemuxTarget,
  onProgress: (fraction: number) => void,
): Promise<void> {
  const { Conversion, FilePathTarget, Mp4OutputFormat, Output, WebMOutputFormat } = await import(
    "mediabunny"
  );
  using input = await openMedia(source);
  const format =
    target === "webm" ? new WebMOutputFormat() : new Mp4OutputFormat({ fastStart: false });
  const output = new Output({ format, target: new FilePathTarget(destination) });
  const conversion = await Conversion.init({
    input,
    output,
    tracks: "primary",
    // Without the tolerance, a first timestamp that is not zero writes pictures that Chromium cannot decode.
    copy: { mode: "forced", shiftTolerance: Number.POSITIVE_INFINITY },
    showWarnings: false,
  });
  if (!conversion.isValid) throw new BrokenMedia("The tracks of this file cannot be copied.");
  conversion.onProgress = onProgress;
  await conversion.execute();
}

/** Throws with what differs: only a file that passes may take the place of the original. */
export async function verifyRemux(
  path: string,
  original: Probe,
  target: RemuxTarget,
): Promise<Probe> {
  const made = await probe(path);
  if (made.videoCodec !== original.videoCodec || made.audioCodec !== original.audioCodec)
    throw new Error(`Tracks differ: ${made.videoCodec}, ${made.audioCodec}`);
  if (Math.abs(made.duration - original.duration) > 0.25 + original.duration * 0.01)
    throw new Error(`Durations differ: ${made.duration} for ${original.duration}`);
  if (!(await hasIndex(path, target))) throw new Error("The index is missing");
  if (!(await isSeekable(path, made.duration))) throw new Error("Key frames are missing");
  return made;
}

/** Whether the start, the middle and the end are reached by a key frame before them. */
export async function isSeekable(path: string, duration: number): Promise<boolean> {
  using input = await openMedia(path); // a fresh one: an Input whose duration was computed finds none
  const video = await input.getPrimaryVideoTrack();
  if (!video) return false;
  const { EncodedPacketSink } = await import("mediabunny");
  const packets = new EncodedPacketSink(video);
  const first = await video.getFirstTimestamp();
  for (const time of [first, duration / 2, duration]) {
    const packet = await packets.getKeyPacket(Math.max(first, time));
    if (!packet || packet.timestamp > Math.max(first, time)) return false;
  }
  return true;
}
