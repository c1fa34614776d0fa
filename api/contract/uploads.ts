import { z } from "zod";
import { Done, type Operation } from "./common.ts";

/** Resumable uploads speak TUS 1.0 at this path; the recorder declares the length when it stops. */
export const UPLOADS_PATH = "/api/uploads";

/** The answer to a creation names the recording that these bytes will become. */
export const RECORDING_ID_HEADER = "X-Recording-Id";

/** The most bytes that are sent only to see how fast they go. */
export const LARGEST_PROBE = 2 * 1024 * 1024;

/** A recording in one request, which is lost when the connection is: about two hours in 1080p. */
export const FORM_LIMIT_BYTES = 5 * 1024 ** 3;
export const FORM_TOO_LARGE =
  "This video is too large for one request. Maximum size: 5GB. A larger one can be sent in parts.";

export const UploadKind = z.enum(["recording", "import"]);
export type UploadKind = z.infer<typeof UploadKind>;

/** `Upload-Metadata` of a creation. */
export const UploadMetadata = z.object({
  filename: z.string().trim().min(1).max(1024),
  filetype: z.string().max(200).default("video/webm"),
  kind: UploadKind,
});
export type UploadMetadata = z.infer<typeof UploadMetadata>;

export const uploadOperations: Operation[] = [
  {
    call: "POST /uploads",
    summary: "Begin a resumable upload (TUS 1.0, length may be deferred)",
    access: "session",
    status: 201,
  },
  {
    call: "OPTIONS /uploads",
    summary: "What of the protocol this server knows",
    access: "session",
    status: 204,
  },
  {
    call: "GET /uploads/{id}",
    summary: "How far an upload is; the headers say it, so HEAD answers the same",
    access: "session",
  },
  {
    call: "PATCH /uploads/{id}",
    summary: "Append a part",
    access: "session",
    body: "binary",
    status: 204,
  },
  {
    call: "DELETE /uploads/{id}",
    summary: "Give the upload up, with its recording",
    access: "session",
    status: 204,
  },
  {
    call: "POST /upload-speed",
    summary: "Bytes that are thrown away, to see how fast they go (2 MiB at most)",
    access: "session",
    body: "binary",
    answer: Done,
  },
];
