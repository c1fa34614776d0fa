import { z } from "zod";

export const LocalOrder = z.object({
  model: z.string(),
  sound: z.string(),
  language: z.string().nullable(),
  threads: z.number(),
  seconds: z.number(),
  bytesOfMemory: z.number(),
});
export type LocalOrder = z.infer<typeof LocalOrder>;

const Piece = z.object({ start: z.number(), end: z.number(), text: z.string() });

export const LocalMessage = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("loaded") }),
  z.object({
    kind: z.literal("heard"),
    language: z.string().nullable(),
    segments: z.array(Piece),
    // A value that is no number is written as null.
    words: z.array(Piece.extend({ sure: z.number().min(0).max(1).nullable() })),
  }),
  z.object({ kind: z.literal("no-engine") }),
  z.object({ kind: z.literal("failed"), name: z.string(), message: z.string() }),
  z.object({ kind: z.literal("gave-up") }),
]);
export type LocalMessage = z.infer<typeof LocalMessage>;
