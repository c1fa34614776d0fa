import { z } from "zod";
import { linesOfChild } from "#api/media/child-lines.ts";
import { Probe } from "#api/media/prepare.ts";
import { BrokenMedia, DAMAGED } from "#api/media/probe.ts";
import { StoreFull } from "#api/platform/objects/store.ts";
import type { CutOrder } from "./cut-film.ts";

const CutMade = z.object({
  kind: z.literal("made"),
  /** The ranges that are really kept. */
  kept: z.array(z.object({ start: z.number(), end: z.number() })),
  probe: Probe,
  isSeekable: z.boolean(),
});
export type CutMade = z.infer<typeof CutMade>;

const CutMessage = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("progress"), fraction: z.number() }),
  z.object({ kind: z.literal("gave-up") }),
  z.object({ kind: z.literal("wanted"), passages: z.array(z.array(z.number())) }),
  z.object({ kind: z.literal("full") }),
  z.object({ kind: z.literal("broken"), reason: z.string() }),
  CutMade,
]);
export type CutMessage = z.infer<typeof CutMessage>;

/** The cut can be made once somebody's browser has encoded these pictures. */
export class PicturesWanted extends Error {
  constructor(readonly passages: number[][]) {
    super("A browser has to encode pictures of this cut first");
  }
}

interface CutOptions {
  onProgress?: (fraction: number) => void;
  signal: AbortSignal;
}

/** Cuts in a process of its own: the file is a stranger's. */
export async function makeCut(order: CutOrder, options: CutOptions): Promise<CutMade> {
  const script = `${import.meta.dirname}/cut-worker.ts`;
  for await (const line of linesOfChild(script, [JSON.stringify(order)], options)) {
    const message = CutMessage.parse(JSON.parse(line));
    if (message.kind === "broken") throw new BrokenMedia(message.reason);
    if (message.kind === "full") throw new StoreFull();
    if (message.kind === "wanted") throw new PicturesWanted(message.passages);
    if (message.kind === "gave-up") throw new BrokenMedia(DAMAGED);
    if (message.kind === "made") return message;
    options.onProgress?.(message.fraction);
  }
  throw new Error("Cutting ended without a word");
}
