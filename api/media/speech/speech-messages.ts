import { z } from "zod";

const Span = z.object({ start: z.number(), end: z.number() });
const Limits = z.object({ seconds: z.number(), bytes: z.number(), silence: z.number() });

const Order = z.object({ source: z.string(), seconds: z.number() });
/** `from`: the second up to which the sound is planned already. */
const Listening = Order.extend({ limits: Limits, from: z.number() });

/** The orders for the process that reads sound. */
export const SpeechOrder = z.discriminatedUnion("kind", [
  Order.extend({ kind: z.literal("look") }),
  /** `destination`: the file for the levels, a byte each. */
  Order.extend({ kind: z.literal("measure"), destination: z.string() }),
  Listening.extend({ kind: z.literal("plan") }),
  Listening.extend({ kind: z.literal("follow") }),
  Order.extend({
    kind: z.literal("cut"),
    directory: z.string(),
    parts: z.array(Span.extend({ number: z.number() })),
  }),
]);
export type SpeechOrder = z.infer<typeof SpeechOrder>;

/** The answers of that process, a line each. */
export const SpeechMessage = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("listening"), seconds: z.number() }),
  z.object({ kind: z.literal("planned"), seconds: z.number(), parts: z.array(Span) }),
  z.object({
    kind: z.literal("followed"),
    parts: z.array(Span),
    heard: z.number(),
    headBytes: z.number(),
    /** The place from which the file is still needed; null while all of it is. */
    resume: z.object({ byte: z.number(), seconds: z.number() }).nullable(),
  }),
  z.object({ kind: z.literal("sound"), sound: z.enum(["none", "opus", "aac", "other"]) }),
  z.object({
    kind: z.literal("cut"),
    number: z.number(),
    path: z.string(),
    start: z.number(),
    seconds: z.number(),
  }),
  z.object({ kind: z.literal("measured"), secondsEach: z.number() }),
  z.object({ kind: z.literal("nothing-yet") }),
  z.object({ kind: z.literal("done") }),
  z.object({ kind: z.literal("gave-up") }),
  z.object({ kind: z.literal("full") }),
  z.object({ kind: z.literal("broken") }),
]);
export type SpeechMessage = z.infer<typeof SpeechMessage>;
