import { rm } from "node:fs/promises";
import { z } from "zod";
import { StoreFull } from "#api/platform/objects/store.ts";
import { linesOfChild } from "./child-lines.ts";
import { BrokenMedia, DAMAGED } from "./probe.ts";
import { allowanceFor } from "./watch.ts";

export const Probe = z.object({
  container: z.enum(["mp4", "mov", "webm", "mkv", "avi"]),
  duration: z.number(),
  width: z.number(),
  height: z.number(),
  videoCodec: z.string().nullable(),
  audioCodec: z.string().nullable(),
  hasAudio: z.boolean(),
  videoCodecString: z.string().nullable(),
});

const Prepared = z.object({
  kind: z.literal("prepared"),
  /** The facts about the file that is to be served: the new one where there is one. */
  probe: Probe,
  isPlayable: z.boolean(),
  isSeekable: z.boolean(),
  /** Whether the destination holds a better file. */
  isNew: z.boolean(),
  remuxFailure: z.string().nullable(),
  /** How loud it gets, in decibels below full scale; null where that cannot be told. */
  audioLevel: z.number().nullable(),
});
export type Prepared = z.infer<typeof Prepared>;

const Found = z.object({ kind: z.literal("found"), probe: Probe, isPlayable: z.boolean() });

const PrepareMessage = z.discriminatedUnion("kind", [
  Found,
  z.object({ kind: z.literal("progress"), percent: z.number() }),
  z.object({ kind: z.literal("gave-up") }),
  z.object({ kind: z.literal("full") }),
  z.object({ kind: z.literal("broken"), reason: z.string() }),
  Prepared,
]);
export type PrepareMessage = z.infer<typeof PrepareMessage>;

export interface PrepareOptions {
  onProgress?: (percent: number) => void;
  signal?: AbortSignal;
}

/** Where the original is all there is. */
export const nothingMade = { isNew: false, remuxFailure: null, audioLevel: null } as const;

/** Reads a video and, where that helps, writes a copy with duration and index to `destination`. */
export async function prepareVideo(
  source: string,
  destination: string,
  { onProgress, signal }: PrepareOptions = {},
): Promise<Prepared> {
  signal?.throwIfAborted();
  const timeout = AbortSignal.timeout(patience(Bun.file(source).size));
  const lines = linesOfChild(`${import.meta.dirname}/prepare-worker.ts`, [source, destination], {
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  });
  let known: z.infer<typeof Found> | undefined;
  for await (const line of lines) {
    const message = PrepareMessage.parse(JSON.parse(line));
    if (message.kind === "broken") throw new BrokenMedia(message.reason);
    if (message.kind === "full") throw new StoreFull();
    if (message.kind === "prepared") return message;
    if (message.kind === "gave-up") return asItCame(known, destination);
    if (message.kind === "found") known = message;
    onProgress?.(message.kind === "found" ? 0 : message.percent);
  }
  throw new Error("Preparing ended without a word");
}

/** No try will come any further. The part that could be read may well play. */
async function asItCame(
  known: z.infer<typeof Found> | undefined,
  destination: string,
): Promise<Prepared> {
  await rm(destination, { force: true });
  if (!known) throw new BrokenMedia(DAMAGED);
  const { probe, isPlayable } = known;
  const remuxFailure = "nothing advanced any more";
  return { kind: "prepared", probe, isPlayable, isSeekable: false, ...nothingMade, remuxFailure };
}

/** Ten times what the processor is allowed, for a worker that waits for something that never comes. */
const patience = (size: number) => allowanceFor(size).seconds * 10_000;
