import { z } from "zod";
import { Done, forSession, Id } from "./common.ts";
import { IntoFolder } from "./folders.ts";
import { RECORDING_ID_HEADER } from "./uploads.ts";

/** The calls of uploads, with the protocol's headers on both ways: https://tus.io/protocols/resumable-upload. */
export const TUS_VERSION = "1.0.0";

const Bytes = z.int().min(0);

const inEveryCall = { "Tus-Resumable": z.literal(TUS_VERSION) };
const UploadLength = Bytes.optional().describe("Of the whole file, once it is known");
const DeferLength = z
  .literal("1")
  .optional()
  .describe("While the length is unknown: it is declared with a later part");
const Metadata = z
  .string()
  .describe(
    "Pairs of a key and a base64 value: `filename`, `filetype`, `kind`, `title`; `recording` and `take` begin one anew",
  );
const position = {
  ...inEveryCall,
  "Upload-Offset": Bytes.describe("How many bytes are here: where the next part begins"),
  [RECORDING_ID_HEADER]: Id.describe("The recording that these bytes become"),
};

export const createUploadCall = forSession("POST /uploads", {
  summary: "Begin a resumable upload (TUS 1.0, length may be deferred)",
  description: "Either `Upload-Length` or `Upload-Defer-Length`; the first bytes may come along.",
  query: IntoFolder,
  headers: z.object({
    ...inEveryCall,
    "Upload-Length": UploadLength,
    "Upload-Defer-Length": DeferLength,
    "Upload-Metadata": Metadata,
  }),
  body: "first-part",
  answerHeaders: z.object({
    Location: z.string().describe("The upload's address, for every further call"),
    ...position,
  }),
  status: 201,
});

export const getUploadCapabilitiesCall = forSession("OPTIONS /uploads", {
  summary: "What of the protocol this server knows",
  answerHeaders: z.object({
    ...inEveryCall,
    "Tus-Version": z.string(),
    "Tus-Extension": z.string().describe("Separated by commas"),
  }),
  status: 204,
});

export const getUploadCall = forSession("GET /uploads/{id}", {
  head: "headUpload",
  summary: "How far an upload is; the headers say it, so HEAD answers the same",
  headers: z.object(inEveryCall),
  answerHeaders: z.object({
    ...position,
    "Upload-Length": UploadLength,
    "Upload-Defer-Length": DeferLength,
    "Upload-Metadata": Metadata.optional(),
  }),
  refusals: [412],
});

export const appendToUploadCall = forSession("PATCH /uploads/{id}", {
  summary: "Append a part",
  description: "The last part is the one that reaches the declared length; then it is processed.",
  headers: z.object({
    ...inEveryCall,
    "Upload-Offset": Bytes.describe("Where this part begins: what `Upload-Offset` said last"),
    "Upload-Length": UploadLength,
  }),
  body: "part",
  answerHeaders: z.object(position),
  status: 204,
  refusals: [409],
});

export const abandonUploadCall = forSession("DELETE /uploads/{id}", {
  summary: "Give the upload up, with its recording",
  headers: z.object(inEveryCall),
  answerHeaders: z.object(position),
  status: 204,
  refusals: [400, 409, 412],
});

export const measureUploadSpeedCall = forSession("POST /upload-speed", {
  summary: "Bytes that are thrown away, to see how fast they go (2 MiB at most)",
  body: "bytes",
  answer: Done,
});
