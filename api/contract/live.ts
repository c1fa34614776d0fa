import { z } from "zod";
import { forMedia, Time } from "./common.ts";

/** How a recording stands that can be watched while it is recorded. */
export const Live = z.object({
  seconds: z.number().describe("How far what has arrived reaches"),
  paused: z.boolean(),
  updated_at: Time.describe("When the last part came, or the recorder was paused or went on"),
});
export type Live = z.infer<typeof Live>;

/** The facts that a player needs to begin. Bytes count in what this call gives, which need not be the file. */
export const LiveIndex = Live.extend({
  mime_type: z.string().describe("With the codecs that are really in it, for `MediaSource`"),
  bytes: z.number().describe("So many there are now"),
  init_bytes: z.number().describe("So many from the first on come before all else; 0 until known"),
  begin: z.object({ byte: z.number(), seconds: z.number() }),
  ended: z.boolean(),
  take: z.number().describe("Counted: after a restart the bytes begin anew"),
});
export type LiveIndex = z.infer<typeof LiveIndex>;

/** The same, but for the place to begin, as the header `X-Live` says it with the bytes. */
export const LiveState = LiveIndex.omit({ begin: true, mime_type: true, init_bytes: true });
export type LiveState = z.infer<typeof LiveState>;
export const LIVE_HEADER = "X-Live";
export const NEXT_BYTE_HEADER = "X-Next-Byte";

const NUMBER = /^\d{1,15}(\.\d{1,9})?$/;
const number = (pattern: RegExp, words: string) =>
  z.string().regex(pattern, words).transform(Number);

export const LiveQuery = z.object({
  at: z
    .union([z.literal("live"), number(NUMBER, "at: seconds, or live")])
    .default(0)
    .describe("`begin` is the last place at or before these seconds where a player can begin"),
  from_byte: number(/^\d{1,15}$/, "from_byte: a whole number")
    .optional()
    .describe("The bytes from there on instead; without any for 25 seconds, 204"),
  take: number(/^\d{1,9}$/, "take: a whole number")
    .optional()
    .describe("The take to which `from_byte` belongs: 409 `begun_again` of another"),
  paused: z
    .enum(["true", "false"])
    .transform((said) => said === "true")
    .optional()
    .describe(
      "As the caller knows it: with `from_byte`, the answer comes at once where it is not so",
    ),
});
export type LiveQuery = z.infer<typeof LiveQuery>;

export const SetLive = z.object({ paused: z.boolean() });

export const getLiveCall = forMedia("GET /recordings/{id}/live", {
  summary: "A recording while it is recorded, and for two minutes after its end",
  query: LiveQuery,
  answer: LiveIndex,
  also: "live",
  refusals: [403, 409],
});
