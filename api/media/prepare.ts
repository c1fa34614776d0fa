import { rm } from "node:fs/promises";
import { GaveUp, resultOf } from "./child.ts";
import type { Probe } from "./probe.ts";
import { allowanceFor } from "./watch.ts";

export interface PrepareOrder {
  source: string;
  destination: string;
}

export interface Prepared {
  /** The facts about the file that is to be served: the new one where there is one. */
  probe: Probe;
  isPlayable: boolean;
  isSeekable: boolean;
  /** Whether the destination holds a better file. */
  isNew: boolean;
  remuxFailure: string | null;
  /** How loud it gets, in decibels below full scale; null where that cannot be told. */
  audioLevel: number | null;
}

/** The percentage that is done, and at first what the file is. */
export interface PrepareNews {
  percent: number;
  found?: Pick<Prepared, "probe" | "isPlayable">;
}

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
  // Ten times what the processor is allowed, for a worker that waits for something that never comes.
  const timeout = AbortSignal.timeout(allowanceFor(Bun.file(source).size).seconds * 10_000);
  let known: PrepareNews["found"];
  const order: PrepareOrder = { source, destination };
  try {
    return await resultOf<Prepared, PrepareNews>(
      `${import.meta.dirname}/prepare-worker.ts`,
      order,
      {
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        onNews({ percent, found }) {
          known ??= found;
          onProgress?.(percent);
        },
      },
    );
  } catch (error) {
    if (!(error instanceof GaveUp)) throw error;
    await rm(destination, { force: true });
    // No try will come any further. The part that could be read may well play.
    if (!known) throw error;
    return {
      ...known,
      ...nothingMade,
      isSeekable: false,
      remuxFailure: "nothing advanced any more",
    };
  }
}
