import { z } from "zod";
import { Id } from "./common.ts";

/** Resumable uploads speak TUS 1.0 at this path; the recorder declares the length when it stops. */
export const UPLOADS_PATH = "/api/uploads";

/** The answer to a creation names the recording that these bytes will become. */
export const RECORDING_ID_HEADER = "X-Recording-Id";

/** The most bytes of an upload that only measures the speed of the line. */
export const LARGEST_PROBE = 2 * 1024 * 1024;

/** The limit of a recording sent in one request, which is lost with the connection: about two hours in 1080p. */
export const FORM_LIMIT_BYTES = 5 * 1024 ** 3;
export const FORM_TOO_LARGE =
  "This recording is too large for one request. Maximum size: 5GB. A larger one can be sent in parts.";

export const UploadKind = z.enum(["recording", "import"]);
export type UploadKind = z.infer<typeof UploadKind>;

/** `Upload-Metadata` of a creation. */
export const UploadMetadata = z.object({
  filename: z.string().trim().min(1).max(1024),
  /** The title that people read; without one, the name of the file. */
  title: z.string().max(1024).optional(),
  filetype: z.string().max(200).default("video/webm"),
  kind: UploadKind,
  /** The running recording that begins anew with these bytes, under its own address. */
  recording: Id.optional(),
  /** Of that recording; asked for a second time, a take is the same upload. */
  take: z.coerce.number().int().min(1).max(100_000).optional(),
  /** Its sender's own; asked for a second time, because the answer was lost, it is the same upload. */
  key: z.string().min(1).max(100).optional(),
});
export type UploadMetadata = z.infer<typeof UploadMetadata>;
