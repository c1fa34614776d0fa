import { rm } from "node:fs/promises";
import { newsOf, resultOf } from "#api/media/child.ts";
import { readHead } from "#api/media/probe.ts";
import { containerOf, HEAD_BYTES } from "#api/media/sniff.ts";
import { convertSound, findFfmpeg } from "#api/media/transcode.ts";
import type { CutPart } from "./cut-part.ts";
import type { Loudness } from "./loudness.ts";
import type { PartLimits, PlannedSoFar } from "./plan-parts.ts";
import type { SoundKind } from "./sound-track.ts";
import type { Span } from "./voice-spans.ts";

/** The file with the sound, and about how long it is. */
export interface SoundFile {
  path: string;
  seconds: number;
}

export interface NumberedSpan extends Span {
  number: number;
}

export interface CutFile extends CutPart {
  number: number;
  path: string;
}

export interface ListenOrder extends SoundFile {
  kind: "plan" | "follow";
  limits: PartLimits;
  /** The second up to which the sound is planned already. */
  from: number;
}

export interface PartsOrder extends SoundFile {
  kind: "cut";
  directory: string;
  parts: readonly NumberedSpan[];
}

/** `destination`: the file for the levels, a byte each. */
export type SpeechOrder =
  | (SoundFile & ({ kind: "look" } | { kind: "measure"; destination: string }))
  | ListenOrder
  | PartsOrder;

export interface Followed extends PlannedSoFar {
  headBytes: number;
  /** The place from which the file is still needed; null while all of it is. */
  resume: { byte: number; seconds: number } | null;
}

export interface Speech {
  seconds: number;
  /** The stretches in which somebody speaks, in pieces within the limits; empty where nobody does. */
  parts: Span[];
}

/** The sound of a file as Opus, which can be listened to: as it is, or converted if possible; else its kind. */
export async function soundAsOpus(
  source: SoundFile,
  ffmpegPath: string | undefined,
  signal: AbortSignal,
): Promise<SoundFile | Exclude<SoundKind, "opus">> {
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

const SCRIPT = `${import.meta.dirname}/speech-worker.ts`;

const ask = <Done>(order: SpeechOrder, signal: AbortSignal): Promise<Done> =>
  resultOf(SCRIPT, order, { signal });

/** The kind of sound in a file: Opus can be listened to and cut, AAC only cut. */
export const soundOf = (source: SoundFile, signal: AbortSignal) =>
  ask<SoundKind>({ kind: "look", ...source }, signal);

/** How loud a sound in Opus is along the film. */
export async function hearLoudness(source: SoundFile, signal: AbortSignal): Promise<Loudness> {
  const destination = `${source.path}-levels`;
  const secondsEach = await ask<number>({ kind: "measure", ...source, destination }, signal);
  return { secondsEach, levels: await Bun.file(destination).bytes() };
}

/** `from`: the second up to which the sound was listened to already. */
const listening =
  <Heard>(kind: ListenOrder["kind"]) =>
  (
    source: SoundFile,
    limits: PartLimits,
    { signal, from = 0 }: { signal: AbortSignal; from?: number },
  ) =>
    ask<Heard>({ kind, ...source, limits, from }, signal);

/** Listens to all of the sound, and returns the stretches in which people speak. */
export const findSpeech = listening<Speech>("plan");

/**
 * Of the bytes that have arrived so far: the finished pieces, and the part of the file that the next ones will
 * need. Null where there is no sound that can be read, or none yet.
 */
export const followSpeech = listening<Followed | null>("follow");

/** Each piece as a file in the directory, as soon as the file is complete. */
export function cutParts(
  source: SoundFile,
  parts: readonly NumberedSpan[],
  directory: string,
  signal: AbortSignal,
): AsyncIterable<CutFile> {
  const order: SpeechOrder = { kind: "cut", ...source, directory, parts };
  return newsOf<CutFile, null>(SCRIPT, order, { signal });
}
