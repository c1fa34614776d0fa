import { badRequest, type HttpError, invalid, tooLarge, wrongType } from "#api/http/errors.ts";
import { MultipartError, type Part, readMultipart } from "#api/http/multipart.ts";
import { PartReader } from "#api/http/part-reader.ts";
import { containerOf, HEAD_BYTES, hasVideoExtension, mimeTypes } from "#api/media/sniff.ts";
import type { Db } from "#api/platform/database.ts";
import { discardObject, type KeptObject, keepObject } from "#api/platform/objects/loose.ts";
import type { Objects } from "#api/platform/objects/objects.ts";
import { IMPORT_WRONG_TYPE } from "#contract/recordings.ts";
import type { UploadKind } from "#contract/uploads.ts";
import type { HeldRoom } from "./hold-room.ts";

export interface ReceivedFile extends KeptObject {
  filename: string;
  mimeType: string;
}

interface FileLimit {
  bytes: number;
  message: string;
}

interface Receiver {
  service: Db;
  objects: Objects;
  room: Pick<HeldRoom, "grow" | "expected">;
  kind: UploadKind;
  limit: FileLimit;
}

const FIELD = "video";

/** The file in field `video`, stored while it arrives. When anything is wrong with the body, nothing stays. */
export async function receiveFile(request: Request, receiver: Receiver): Promise<ReceivedFile> {
  const { body, headers } = request;
  if (!body) throw badRequest("The request has no body");
  const { limit } = receiver;
  let received: ReceivedFile | undefined;
  try {
    const type = headers.get("Content-Type") ?? "";
    for await (const part of readMultipart(body, type, { maxFileBytes: limit.bytes }))
      if (part.name === FIELD && !received) received = await receivePart(part, receiver);
    if (!received) throw invalid("Choose a video file", { [FIELD]: "Choose a video file" });
    return received;
  } catch (error) {
    if (received) await discardObject(receiver.service, receiver.objects, received);
    throw error instanceof MultipartError ? asHttpError(error, limit) : error;
  }
}

async function receivePart(part: Part, { service, objects, room, kind }: Receiver) {
  const { filename = "" } = part;
  if (kind === "import" && !hasVideoExtension(filename)) throw wrongType(IMPORT_WRONG_TYPE);
  const reader = new PartReader(part.body);
  const container = containerOf(await reader.peek(HEAD_BYTES));
  if (reader.failure !== undefined) throw reader.failure;
  if (container === null) throw wrongType(IMPORT_WRONG_TYPE);
  const mimeType = mimeTypes[container];
  const wishes = { contentType: mimeType, expected: room.expected };
  const kept = await keepObject(service, objects, whole(reader, room), wishes);
  return { ...kept, filename, mimeType };
}

async function* whole(reader: PartReader, room: Pick<HeldRoom, "grow">) {
  let received = 0;
  for await (const chunk of reader.all()) {
    received += chunk.length;
    await room.grow(received);
    yield chunk;
  }
}

function asHttpError(error: MultipartError, limit: FileLimit): HttpError {
  const { code, message } = error;
  if (code !== "too_large") return badRequest(message, `multipart_${code}`);
  return tooLarge(error.limit === limit.bytes ? limit.message : message);
}
