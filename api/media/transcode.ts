import { availableParallelism } from "node:os";
import { StoreFull } from "#api/platform/objects/store.ts";
import { machineMemory, watchKills } from "./first-to-go.ts";
import { BrokenMedia, outOfMemory, TooLarge } from "./probe.ts";
import type { Container } from "./sniff.ts";

export interface Ffmpeg {
  path: string;
}

const found = new Map<string, Promise<Ffmpeg | null>>();

/** FFMPEG_PATH, else what the PATH has; asked once. Null where there is none: everything else works without. */
export function findFfmpeg(configured?: string): Promise<Ffmpeg | null> {
  const name = configured ?? "ffmpeg";
  const search = found.get(name) ?? tryFfmpeg(name);
  found.set(name, search);
  return search;
}

async function tryFfmpeg(name: string): Promise<Ffmpeg | null> {
  const path = Bun.which(name);
  if (!path) return null;
  const version = Bun.spawn([path, "-version"], { stdout: "ignore", stderr: "ignore" });
  return (await version.exited) === 0 ? { path } : null;
}

/**
 * By SIGINT, SIGKILL or SIGTERM, and what ffmpeg says that was told to end: somebody did that, and it says nothing about
 * the file.
 */
const STOPPED = new Set([130, 137, 143, 255]);

/** More of them is no video that anybody watches, and one picture takes a quarter of a gigabyte to decode. */
const LARGEST = { side: 8192, pixels: 8192 * 4320 };

/** Looked at before anything is decoded. A header may be wrong, so ffmpeg is told as well. */
export function requireDecodable({ width, height }: { width: number; height: number }): void {
  if (Math.max(width, height) > LARGEST.side || width * height > LARGEST.pixels)
    throw new TooLarge("This recording is larger than 8192 × 4320 pixels.");
}

/** Each holds some pictures of its own. */
const THREADS = ["-threads", String(Math.min(4, availableParallelism()))];
const MOST_BYTES = 4e9;

const demuxers: Record<Container, string> = {
  avi: "avi",
  mp4: "mov",
  mov: "mov",
  mkv: "matroska",
  webm: "matroska",
};

export interface TranscodeOptions {
  container: Container;
  duration: number;
  onProgress?: (percent: number) => void;
  signal?: AbortSignal;
  /** How its decoder is to read. */
  reading?: readonly string[];
  /** Seconds of the processor that it may take; without them, many times the need of any video. */
  processorSeconds?: number;
}

/** H.264 and AAC in MP4: what every browser plays. */
export async function transcode(
  ffmpeg: Ffmpeg,
  source: string,
  destination: string,
  options: TranscodeOptions & { width: number; height: number },
): Promise<void> {
  requireDecodable(options);
  return runFfmpeg(ffmpeg, source, options, [
    ...["-map", "0:v:0", "-map", "0:a:0?", "-sn", "-dn"],
    ...["-c:v", "libx264", "-preset", "veryfast", "-crf", "23", "-pix_fmt", "yuv420p"],
    ...[...THREADS, "-rc-lookahead", "10"],
    ...["-vf", "yadif=deint=interlaced,scale=trunc(iw/2)*2:trunc(ih/2)*2"],
    ...["-c:a", "aac", "-b:a", "128k"],
    ...["-movflags", "+faststart", "-f", "mp4", destination],
  ]);
}

/** One channel of Opus, as loud and at the times as it was: what was missing is silence. */
export function convertSound(
  ffmpeg: Ffmpeg,
  source: string,
  destination: string,
  options: TranscodeOptions,
): Promise<void> {
  return runFfmpeg(ffmpeg, source, options, [
    ...["-map", "0:a:0", "-vn", "-sn", "-dn", "-ac", "1", "-ar", "48000"],
    ...["-af", "aresample=async=1:first_pts=0", "-c:a", "libopus", "-b:a", "32k"],
    ...["-f", "webm", destination],
  ]);
}

export async function runFfmpeg(
  ffmpeg: Ffmpeg,
  source: string,
  { container, duration, onProgress, signal, reading = [], ...options }: TranscodeOptions,
  wishes: readonly string[],
): Promise<void> {
  signal?.throwIfAborted();
  const { processorSeconds = secondsFor(Bun.file(source).size) } = options;
  const ranOutOfMemory = watchKills();
  const converter = Bun.spawn(
    [
      ...[process.execPath, "--smol", `${import.meta.dirname}/leash.ts`],
      String(Math.floor(Math.min(MOST_BYTES, machineMemory() / 2) / 1024)),
      ...[ffmpeg.path, "-nostdin", "-y", "-loglevel", "error", "-progress", "pipe:1"],
      ...["-timelimit", String(processorSeconds)],
      // The file is a stranger's: read it as what we found it to be, and open nothing that it names.
      ...["-protocol_whitelist", "file,pipe", "-f", demuxers[container]],
      ...["-max_pixels", String(LARGEST.pixels), ...THREADS, "-filter_threads", "1"],
      ...[...reading, "-i", source],
      ...wishes,
    ],
    // Ctrl-C goes to the whole group, and it is for us to say when this ends.
    { stdin: "pipe", stdout: "pipe", stderr: "pipe", detached: true },
  );
  const letGo = () => void converter.stdin.end();
  signal?.addEventListener("abort", letGo);
  const complaint = new Response(converter.stderr).text();
  for await (const chunk of converter.stdout) {
    const micros = /out_time_us=(\d+)/.exec(Buffer.from(chunk).toString("latin1"))?.[1];
    if (micros && duration > 0)
      onProgress?.(Math.min(99, Math.round(Number(micros) / (duration * 10_000))));
  }
  const code = await converter.exited;
  signal?.removeEventListener("abort", letGo);
  if (code === 0) return;
  signal?.throwIfAborted();
  const said = await complaint;
  if (/No space left on device/.test(said)) throw new StoreFull();
  const cause = new Error(`ffmpeg failed: ${said.slice(-500)}`);
  if (
    /Cannot allocate memory|malloc of size \d+ failed/.test(said) ||
    (code === 137 && ranOutOfMemory())
  )
    throw outOfMemory(cause);
  if (STOPPED.has(code)) throw new Error(`ffmpeg was ended (${code})`, { cause });
  throw new BrokenMedia("ffmpeg failed over this recording.", { cause });
}

/** A minute, and a second for every 50 KB. */
const secondsFor = (size: number): number => Math.round(60 + size / 50_000);
