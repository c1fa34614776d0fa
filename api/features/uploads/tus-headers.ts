import { mediaType } from "#api/http/body-type.ts";
import { badRequest, HttpError, invalid, wrongType } from "#api/http/errors.ts";
import { TUS_VERSION } from "#contract/upload-calls.ts";
import { RECORDING_ID_HEADER, UploadMetadata } from "#contract/uploads.ts";

/** The headers of the protocol (https://tus.io/protocols/resumable-upload), as values and back. */
export const CAPABILITIES = {
  "Tus-Version": TUS_VERSION,
  "Tus-Extension": "creation,creation-with-upload,creation-defer-length,termination",
};

const PART_TYPE = "application/offset+octet-stream";

export type RawMetadata = Record<string, string | null>;

export type Creation = ReturnType<typeof readCreation>;
export type NextPart = ReturnType<typeof readPart>;

export function checkVersion(headers: Headers): void {
  if (headers.get("Tus-Resumable") === TUS_VERSION) return;
  throw new HttpError(412, "tus_version", `Tus-Resumable must be ${TUS_VERSION}.`, {
    headers: { "Tus-Version": TUS_VERSION },
  });
}

/** A length of null is declared later. The metadata stay as they were sent: a client gets back every key. */
export function readCreation(request: Request) {
  const { headers } = request;
  const length = wholeNumber(headers, "Upload-Length");
  const deferred = headers.get("Upload-Defer-Length");
  if (deferred !== null && deferred !== "1") throw badRequest("Upload-Defer-Length must be 1.");
  if ((length === null) === (deferred === null))
    throw badRequest("Either Upload-Length or Upload-Defer-Length is required.");
  if (length === 0) throw invalid("The file is empty");
  const metadata = parseMetadata(headers.get("Upload-Metadata") ?? "");
  const described = UploadMetadata.safeParse(metadata);
  if (!described.success) throw invalid("Upload-Metadata must name filename, filetype and kind");
  // No size: the body is not meant for the upload.
  const partSize = isPart(headers) ? sizeOf(request) : null;
  return { described: described.data, metadata, length, partSize };
}

/** The length is that of the whole upload, where this part declares it. */
export function readPart(request: Request) {
  const { headers } = request;
  if (!isPart(headers)) throw wrongType(`A part's Content-Type is ${PART_TYPE}.`);
  return {
    offset: required(headers, "Upload-Offset"),
    size: sizeOf(request),
    length: wholeNumber(headers, "Upload-Length"),
  };
}

interface Standing {
  recording_id: string;
  received: number;
  length: number | null;
  metadata: RawMetadata;
}

/** The headers about an upload that every answer carries. */
export const position = ({ recording_id, received }: Standing): Record<string, string> => ({
  "Upload-Offset": String(received),
  [RECORDING_ID_HEADER]: recording_id,
});

/** The headers for a client that asks how the upload stands. */
export function description(upload: Standing): Record<string, string> {
  const { length, metadata } = upload;
  const described = formatMetadata(metadata);
  return {
    ...position(upload),
    ...(length === null ? { "Upload-Defer-Length": "1" } : { "Upload-Length": String(length) }),
    ...(described && { "Upload-Metadata": described }),
  };
}

/** Comma-separated pairs of a key and the base64 of its value, which may be left out. */
export function parseMetadata(header: string): RawMetadata {
  if (header.trim() === "") return {};
  const pairs = header.split(",").map((pair) => pairOf(pair.trim()));
  const metadata = Object.fromEntries(pairs);
  if (Object.keys(metadata).length < pairs.length)
    throw badRequest("Upload-Metadata names a key twice.");
  return metadata;
}

export function formatMetadata(metadata: RawMetadata): string {
  return Object.entries(metadata)
    .map(([key, value]) => (value ? `${key} ${Buffer.from(value).toString("base64")}` : key))
    .join(",");
}

function pairOf(pair: string): [string, string | null] {
  const [key = "", value, ...more] = pair.split(" ");
  const bytes = Buffer.from(value ?? "", "base64");
  // Text that is no base64 is skipped in reading, so it does not come back.
  const isWhole = value === undefined || bytes.toString("base64") === value;
  if (more.length > 0 || !isWhole || !/^[!-~]+$/.test(key))
    throw badRequest("Upload-Metadata must be pairs of a key and a value in base64.");
  return [key, value === undefined ? null : bytes.toString()];
}

const isPart = (headers: Headers) => mediaType(headers.get("Content-Type") ?? "") === PART_TYPE;

/** An upload that is too large must be known before its first byte is taken. */
function sizeOf({ headers, body }: Request): number {
  return body === null ? 0 : required(headers, "Content-Length");
}

function required(headers: Headers, name: string): number {
  const number = wholeNumber(headers, name);
  if (number === null) throw badRequest(`${name} is required`);
  return number;
}

function wholeNumber(headers: Headers, name: string): number | null {
  const text = headers.get(name);
  if (text === null) return null;
  const number = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(number))
    throw badRequest(`${name} must be a whole number.`);
  return number;
}
