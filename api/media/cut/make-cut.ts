import { resultOf } from "#api/media/child.ts";
import type { Probe } from "#api/media/probe.ts";
import type { EditRange } from "#contract/edits.ts";
import type { CutOrder } from "./cut-film.ts";

export interface CutMade {
  /** The ranges that are really kept. */
  kept: EditRange[];
  probe: Probe;
  isSeekable: boolean;
}

/** The cut can be made once somebody's browser has encoded these pictures. */
export class PicturesWanted extends Error {
  constructor(readonly passages: number[][]) {
    super("A browser has to encode pictures of this cut first");
  }
}

/** Cuts in a process of its own: the file is a stranger's. */
export async function makeCut(
  order: CutOrder,
  { onProgress, signal }: { onProgress?: (fraction: number) => void; signal: AbortSignal },
): Promise<CutMade> {
  const script = `${import.meta.dirname}/cut-worker.ts`;
  const options = { signal, onNews: onProgress };
  const made = await resultOf<CutMade | { passages: number[][] }, number>(script, order, options);
  if ("passages" in made) throw new PicturesWanted(made.passages);
  return made;
}
