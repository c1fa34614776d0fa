import { z } from "zod";
import { SheetShape } from "#contract/contact-sheets.ts";

/** The facts about a recording that this computer keeps beside its bytes; written before the first of them. */
export const Manifest = z.object({
  id: z.string(),
  /** The owner of the recording: another account on the same computer never sees it. */
  userId: z.string(),
  title: z.string(),
  /** The file's name without its ending; where an earlier version wrote the manifest, the title serves. */
  stem: z.string().optional(),
  /** Where it shall lie in the library, as it was chosen before its first byte; else at the top. */
  folder: z.string().optional(),
  mime: z.string(),
  startedAt: z.string(),
  /** Milliseconds by the recorder's clock, as of the last chunk. */
  elapsed: z.number(),
  bytes: z.number(),
  hasAudio: z.boolean(),
  keeps: z.enum(["disk", "database", "memory"]),
  /** Its owner agreed to have it sent while it was recorded, or pressed save. */
  mayUpload: z.boolean(),
  upload: z.object({ url: z.string(), recordingId: z.string() }).nullable(),
  /** Every byte was taken by the server; only its confirmation is outstanding. */
  sent: z.boolean(),
  /** The server confirmed size and checksum: the copy here may go. */
  confirmed: z.boolean(),
  /** Size and checksum of the whole, once it has ended in order. */
  sealed: z.object({ bytes: z.number(), sha256: z.string() }).nullable(),
  /** Pictures of its moments, once it has ended in order. */
  sheet: z
    .object({ shape: SheetShape, picture: z.instanceof(Blob) })
    .nullable()
    .default(null),
  /** The recording on the server of which this is a later take, and which one. */
  again: z.object({ recordingId: z.string(), take: z.number() }).optional(),
  /** When its owner threw it away, in milliseconds since 1970: it can be brought back for a while. */
  discarded: z.number().optional(),
});
export type Manifest = z.infer<typeof Manifest>;

export type KnownAtStart = Pick<
  Manifest,
  "userId" | "title" | "stem" | "folder" | "mime" | "hasAudio" | "mayUpload" | "again"
>;
