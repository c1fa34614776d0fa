import { rm } from "node:fs/promises";
import { linesOfChild } from "#api/media/child-lines.ts";
import { BrokenMedia, readHead } from "#api/media/probe.ts";
import { containerOf, HEAD_BYTES } from "#api/media/sniff.ts";
import { convertSound, findFfmpeg } from "#api/media/transcode.ts";
import { StoreFull } from "#api/platform/objects/store.ts";
import type { CutPart } from "./cut-part.ts";
import type { Loudness } from "./loudness.ts";
import type { PartLimits } from "./plan-parts.ts";
import type { SoundKind } from "./sound-track.ts";
import { SpeechMessage, type SpeechOrder } from "./speech-messages.ts";
import type { Span } from "./voice-spans.ts";

/** The file with the sound, and about how long it is. */
interface Source {
  path: string;
  seconds: number;
}

interface NumberedSpan extends Span {
  number: number;
}

export interface CutFile extends CutPart {
  number: number;
  path: string;
}

export interface Speech {
  seconds: number;
  /** The stretches in which somebody speaks, in pieces within the limits; empty where nobody does. */
  parts: Span[];
}

interface HearOptions {
  signal: AbortSignal;
  /** From 0 to 1. */
  onProgress?: (fraction: number) => void;
  /** The second up to which the sound was listened to already. */
  from?: number;
}

/** The sound of a file as Opus, which can be listened to: as it is, or converted if possible; else its kind. */
export async function soundAsOpus(
  source: Source,
  ffmpegPath: string | undefined,
  signal: AbortSignal,
): Promise<Source | Exclude<SoundKind, "opus">> {
  const { path, seconds } = source;
  const kind = await soundOf(source, signal);
  if (kind === "opus") return source;
  const [ffmpeg, container] = await Promise.all([
    findFfmpeg(ffmpegPath),
    readHead(path, HEAD_BYTES).then(containerOf),
  ]);
  if (kind === "none" || !ffmpeg || !container) return kind;
  const converted = `${path}-converted`;
  await convertSound(ffmpeg, path, converted, { container, duration: seconds, signal });
  await rm(path);
  return { path: converted, seconds };
}

/** The kind of sound in a file: Opus can be listened to and cut, AAC only cut. */
export async function soundOf({ path, seconds }: Source, signal: AbortSignal): Promise<SoundKind> {
  const order = { kind: "look", source: path, seconds } as const;
  return (await answer(order, ["sound"], signal)).sound;
}

/** How loud a sound in Opus is along the film. */
export async function hearLoudness(
  { path, seconds }: Source,
  signal: AbortSignal,
): Promise<Loudness> {
  const destination = `${path}-levels`;
  const order = { kind: "measure", source: path, seconds, destination } as const;
  const { secondsEach } = await answer(order, ["measured"], signal);
  return { secondsEach, levels: await Bun.file(destination).bytes() };
}

/** Listens to all of the sound, in a process of its own, and returns the stretches in which people speak. */
export function findSpeech(
  { path, seconds }: Source,
  limits: PartLimits,
  { signal, onProgress, from = 0 }: HearOptions,
): Promise<Speech> {
  const order = { kind: "plan", source: path, seconds, limits, from } as const;
  return answer(order, ["planned"], signal, (message) => {
    if (message.kind === "listening" && seconds > 0)
      onProgress?.(Math.min(1, message.seconds / seconds));
  });
}

/**
 * Of the bytes that have arrived so far: the finished pieces, and the part of the file that the next ones will
 * need. Null where there is no sound that can be read, or none yet.
 */
export async function followSpeech(
  { path, seconds }: Source,
  limits: PartLimits,
  { signal, from = 0 }: HearOptions,
): Promise<Told<"followed"> | null> {
  const order = { kind: "follow", source: path, seconds, limits, from } as const;
  const told = await answer(order, ["followed", "sound", "nothing-yet"], signal);
  return told.kind === "followed" ? told : null;
}

/** Each piece as a file in the directory, as soon as the file is complete. */
export async function* cutParts(
  source: Source,
  parts: readonly NumberedSpan[],
  directory: string,
  signal: AbortSignal,
): AsyncGenerator<CutFile> {
  const order = {
    ...({ kind: "cut", source: source.path, seconds: source.seconds } as const),
    ...{ directory, parts: [...parts] },
  };
  for await (const message of answers(order, signal)) {
    if (message.kind === "cut") yield message;
    if (message.kind === "done") return;
  }
}

type Told<Kind extends SpeechMessage["kind"]> = SpeechMessage & { kind: Kind };

/** The first message of one of these kinds; those before it go to `onOther`. */
async function answer<Kind extends SpeechMessage["kind"]>(
  order: SpeechOrder,
  kinds: Kind[],
  signal: AbortSignal,
  onOther: (message: SpeechMessage) => void = () => {},
): Promise<Told<Kind>> {
  const isWanted = (message: SpeechMessage): message is Told<Kind> =>
    kinds.some((kind) => kind === message.kind);
  for await (const message of answers(order, signal)) {
    if (isWanted(message)) return message;
    onOther(message);
  }
  throw new Error("The process that reads sound ended without a word");
}

async function* answers(order: SpeechOrder, signal: AbortSignal): AsyncGenerator<SpeechMessage> {
  const script = `${import.meta.dirname}/speech-worker.ts`;
  for await (const line of linesOfChild(script, [JSON.stringify(order)], { signal })) {
    const message = SpeechMessage.parse(JSON.parse(line));
    if (message.kind === "full") throw new StoreFull();
    if (message.kind === "gave-up" || message.kind === "broken")
      throw new BrokenMedia("The sound of this recording is damaged and cannot be read.");
    yield message;
  }
}
