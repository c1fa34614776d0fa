import { open } from "node:fs/promises";
import type { CustomSource, Input } from "mediabunny";
import { AVI_HEADER_BYTES, readAviHeader } from "./avi.ts";
import { type Container, containerOf, HEAD_BYTES } from "./sniff.ts";
import { noteAdvance } from "./watch.ts";

export interface Probe {
  container: Container;
  /** Seconds. */
  duration: number;
  width: number;
  height: number;
  videoCodec: string | null;
  audioCodec: string | null;
  hasAudio: boolean;
  /** Whether the first picture or sound comes as soon as the film begins. Otherwise a player waits for it. */
  beginsAtZero: boolean;
  /** The whole name of the video codec, with its profile, where the file gives one. */
  videoCodecString: string | null;
}

/** A file that no try will make readable; the message is for the person who sent it. */
export class BrokenMedia extends Error {
  override name = "BrokenMedia";
}

/** A file without any fault that is more than this server can take. */
export class TooLarge extends BrokenMedia {}

/** The kernel kills a process with SIGKILL when memory runs out; another try would end in the same way. */
export const outOfMemory = (cause?: unknown) =>
  new TooLarge("This recording needs more memory than this server can give to one.", { cause });

export async function probe(path: string): Promise<Probe> {
  const head = await readHead(path, AVI_HEADER_BYTES);
  const container = containerOf(head.subarray(0, HEAD_BYTES));
  if (container === null) throw new BrokenMedia("This is not a video file that Kinora knows.");
  if (container === "avi") return probeAvi(head);
  return probeTracks(path, container).catch((error: unknown) => {
    throw faultOf(error);
  });
}

/** Reads the whole file's clock: never seek in the same Input afterwards, it then finds no key frames. */
async function probeTracks(path: string, container: Container): Promise<Probe> {
  using input = await openMedia(path);
  const video = await input.getPrimaryVideoTrack();
  if (!video) throw new BrokenMedia((await input.getTracks()).length > 0 ? NO_PICTURE : NO_INDEX);
  const audio = await input.getPrimaryAudioTrack();
  const end = await input.computeDuration();
  const begin = await input.getFirstTimestamp();
  const beginsAtZero = begin < LATE;
  const duration = beginsAtZero ? end : end - begin;
  if (!(duration > 0)) throw new BrokenMedia("This file ends before its first picture.");
  return {
    container,
    duration: believed(duration),
    width: await video.getDisplayWidth(),
    height: await video.getDisplayHeight(),
    videoCodec: await video.getCodec(),
    audioCodec: (await audio?.getCodec()) ?? null,
    hasAudio: audio !== null,
    beginsAtZero,
    videoCodecString: await video.getCodecParameterString().catch(() => null),
  };
}

const NO_PICTURE = "There is no picture in this file.";
const NO_INDEX = "This file is not whole: its index is missing, so it cannot be read.";

function probeAvi(head: Buffer): Probe {
  const header = readAviHeader(head);
  if (!header) throw new BrokenMedia("This file's header cannot be read.");
  if (header.videoCodec === null) throw new BrokenMedia(NO_PICTURE);
  return {
    ...header,
    duration: believed(header.duration),
    container: "avi",
    hasAudio: header.audioCodec !== null,
    beginsAtZero: true,
    videoCodecString: null,
  };
}

/** Seconds. A stream that was joined late, or a piece of a longer one, has the time of that. */
const LATE = 0.25;

/** Seconds. Nobody records for two days: a file that says so is damaged, or lies. */
const LONGEST = 48 * 3600;

function believed(duration: number): number {
  if (duration <= LONGEST) return duration;
  throw new BrokenMedia("This file says that it is longer than 48 hours, so it is damaged.");
}

/**
 * The library for videos is loaded only where there is a video: most of this server's work does not need it. Its own
 * source for files tells nobody what it reads, and then a long file looks like one at which the reader stands still.
 */
export async function openMedia(path: string): Promise<Input<CustomSource>> {
  const { ALL_FORMATS, CustomSource, Input } = await import("mediabunny");
  const file = await open(path);
  let furthest = 0;
  const source = new CustomSource({
    getSize: async () => (await file.stat()).size,
    async read(start, end) {
      const bytes = new Uint8Array(end - start);
      await file.read(bytes, 0, bytes.length, start);
      if (end > furthest) noteAdvance();
      furthest = Math.max(furthest, end);
      return bytes;
    },
    dispose: () => file.close(),
    prefetchProfile: "fileSystem",
  });
  return new Input({ source, formats: ALL_FORMATS });
}

export const DAMAGED = "This file is damaged and cannot be read.";

/** The library's complaints about a file's content are the file's fault; errors of the disk have a code. */
export function faultOf(error: unknown): unknown {
  if (error instanceof BrokenMedia || (error instanceof Error && "code" in error)) return error;
  return new BrokenMedia(DAMAGED, { cause: error });
}

export const readHead = async (path: string, length: number): Promise<Buffer> =>
  Buffer.from(await Bun.file(path).slice(0, length).arrayBuffer());
