import type { Acting } from "#api/access/account.ts";
import { badRequest, invalid, one, tooLarge, wrongType } from "#api/http/errors.ts";
import { MultipartError, type Part, readMultipart } from "#api/http/multipart.ts";
import { PartReader } from "#api/http/part-reader.ts";
import { processing } from "#api/job-kinds.ts";
import { containerOf, HEAD_BYTES, hasVideoExtension, mimeTypes } from "#api/media/sniff.ts";
import type { Db } from "#api/platform/database.ts";
import { discardObject, keepObject, orDiscard } from "#api/platform/objects/loose.ts";
import type { Objects } from "#api/platform/objects/objects.ts";
import {
  IMPORT_LIMIT_BYTES,
  IMPORT_TOO_LARGE,
  IMPORT_WRONG_TYPE,
  type Recording,
} from "#contract/recordings.ts";
import { FORM_LIMIT_BYTES, FORM_TOO_LARGE, type UploadKind } from "#contract/uploads.ts";
import type { Receiver } from "./receive-parts.ts";
import { putIntoFolder, requireRoom } from "./uploads.ts";
import { videoName } from "./video-name.ts";

/** The bytes that the form adds around the file. */
const FORM_BYTES = 65_536;

/** The limits of a file in one request. A file in parts has one only if it is imported. */
const limits = {
  recording: { bytes: FORM_LIMIT_BYTES, message: FORM_TOO_LARGE },
  import: { bytes: IMPORT_LIMIT_BYTES, message: IMPORT_TOO_LARGE },
};

type Saver = Receiver & { folder: string | undefined };

/** A whole file in one request becomes a recording, or leaves nothing behind. */
export async function saveFile(receiver: Saver, kind: UploadKind, request: Request) {
  const { uploader, objects } = receiver;
  const { service } = uploader;
  const limit = limits[kind];
  const length = Number(request.headers.get("Content-Length") ?? 1);
  if (length > limit.bytes + FORM_BYTES) throw tooLarge(limit.message);
  const room = await holdRoom(uploader, objects, Math.max(1, length - FORM_BYTES));
  try {
    const file = await receiveFile(request, { service, objects, room, kind, limit });
    const keep = () => keepWhole(receiver, kind, file, room.id);
    return await orDiscard({ service, objects }, file, keep);
  } catch (error) {
    await room.release();
    throw error;
  }
}

interface Wanted {
  service: Db;
  objects: Objects;
  room: Pick<HeldRoom, "grow" | "expected">;
  kind: UploadKind;
  limit: (typeof limits)[UploadKind];
}

type ReceivedFile = Awaited<ReturnType<typeof receivePart>>;

const FIELD = "video";

/** The file in field `video`, stored while it arrives. When anything is wrong with the body, nothing stays. */
export async function receiveFile({ body, headers }: Request, wanted: Wanted) {
  if (!body) throw badRequest("The request has no body");
  const { limit } = wanted;
  let received: ReceivedFile | undefined;
  try {
    const type = headers.get("Content-Type") ?? "";
    for await (const part of readMultipart(body, type, { maxFileBytes: limit.bytes }))
      if (part.name === FIELD && !received) received = await receivePart(part, wanted);
    if (!received) throw invalid("Choose a video file", { [FIELD]: "Choose a video file" });
    return received;
  } catch (error) {
    if (received) await discardObject(wanted.service, wanted.objects, received);
    if (!(error instanceof MultipartError)) throw error;
    const { code, message } = error;
    if (code !== "too_large") throw badRequest(message, `multipart_${code}`);
    throw tooLarge(error.limit === limit.bytes ? limit.message : message);
  }
}

async function receivePart(part: Part, { service, objects, room, kind }: Wanted) {
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

/** The bytes are stored: now the row, and the job that examines them, or neither. */
function keepWhole(
  { uploader, objects, jobs, folder }: Saver,
  kind: UploadKind,
  { filename, mimeType, store, key, size }: ReceivedFile,
  held: string,
): Promise<Recording> {
  const { title, original } = videoName(filename);
  return uploader.service(async (sql) => {
    const recording = one(
      await sql<Recording[]>`
        select * from private.keep_whole(
          ${uploader.account}, ${kind}, ${title}, ${original}, ${mimeType},
          ${objects.storageType(store)}, ${store}, ${key}, ${size}, ${held})
      `,
    );
    const folder_id = await putIntoFolder(sql, recording.id, folder);
    const turn = { account: uploader.account, isUrgent: kind === "recording" };
    await jobs.send(sql, processing, { recording_id: recording.id }, turn);
    return { ...recording, folder_id };
  });
}

type HeldRoom = Awaited<ReturnType<typeof holdRoom>>;

/** So much may have arrived before it is asked about, where nobody said how much it would be. */
const STEP = 16 * 1024 * 1024;

/** Postgres believes for ten minutes that somebody is still there. */
const SAY_SO_EVERY = 60_000;

/** Room for a file that comes in one request, promised while it arrives; `expected` as its sender has announced it. */
export async function holdRoom(
  { db, service, account }: Acting,
  objects: Pick<Objects, "room">,
  expected: number,
) {
  const id = crypto.randomUUID();
  let held = expected;
  let saidAt = 0;
  const hold = async () => {
    await service`select private.hold_room(${account}, ${id}, ${held})`;
    saidAt = performance.now();
  };
  await requireRoom(db, objects, expected);
  await hold();
  return {
    id,
    expected,
    /** To be said of all that has arrived so far; refuses what the account has no room for. */
    async grow(received: number) {
      if (received < held + STEP && performance.now() - saidAt < SAY_SO_EVERY) return;
      held = Math.max(held, received);
      await hold();
    },
    async release() {
      await service`delete from private.held_room where id = ${id}`;
    },
  };
}
