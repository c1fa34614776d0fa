import { z } from "zod";
import { Done, Id, type Operation } from "./common.ts";
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

export const createUploadCall = {
  call: "POST /uploads",
  summary: "Begin a resumable upload (TUS 1.0, length may be deferred)",
  description: "Either `Upload-Length` or `Upload-Defer-Length`; the first bytes may come along.",
  access: "session",
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
} as const satisfies Operation;

export const getUploadCapabilitiesCall = {
  call: "OPTIONS /uploads",
  summary: "What of the protocol this server knows",
  access: "session",
  answerHeaders: z.object({
    ...inEveryCall,
    "Tus-Version": z.string(),
    "Tus-Extension": z.string().describe("Separated by commas"),
  }),
  status: 204,
} as const satisfies Operation;

export const getUploadCall = {
  call: "GET /uploads/{id}",
  head: "headUpload",
  summary: "How far an upload is; the headers say it, so HEAD answers the same",
  access: "session",
  headers: z.object(inEveryCall),
  answerHeaders: z.object({
    ...position,
    "Upload-Length": UploadLength,
    "Upload-Defer-Length": DeferLength,
    "Upload-Metadata": Metadata.optional(),
  }),
  refusals: [412],
} as const satisfies Operation;

export const appendToUploadCall = {
  call: "PATCH /uploads/{id}",
  summary: "Append a part",
  description: "The last part is the one that reaches the declared length; then it is processed.",
  access: "session",
  headers: z.object({
    ...inEveryCall,
    "Upload-Offset": Bytes.describe("Where this part begins: what `Upload-Offset` said last"),
    "Upload-Length": UploadLength,
  }),
  body: "part",
  answerHeaders: z.object(position),
  status: 204,
  refusals: [409],
} as const satisfies Operation;

export const abandonUploadCall = {
  call: "DELETE /uploads/{id}",
  summary: "Give the upload up, with its recording",
  access: "session",
  headers: z.object(inEveryCall),
  answerHeaders: z.object(position),
  status: 204,
  refusals: [400, 409, 412],
} as const satisfies Operation;

export const measureUploadSpeedCall = {
  call: "POST /upload-speed",
  summary: "Bytes that are thrown away, to see how fast they go (2 MiB at most)",
  access: "session",
  body: "bytes",
  answer: Done,
} as const satisfies Operation;
