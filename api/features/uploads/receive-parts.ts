import postgres from "postgres";
import type { Acting } from "#api/access/account.ts";
import { conflict, HttpError, tooLarge, wrongType } from "#api/http/errors.ts";
import { PartReader } from "#api/http/part-reader.ts";
import type { LiveTakes } from "#api/media/live/live-takes.ts";
import { containerOf, HEAD_BYTES, hasVideoExtension } from "#api/media/sniff.ts";
import type { Jobs } from "#api/platform/jobs/queue.ts";
import { keepObject, orDiscard } from "#api/platform/objects/loose.ts";
import type { Objects } from "#api/platform/objects/objects.ts";
import { type ObjectPart, PART_BYTES } from "#api/platform/objects/parts.ts";
import { IMPORT_LIMIT_BYTES, IMPORT_TOO_LARGE, IMPORT_WRONG_TYPE } from "#contract/recordings.ts";
import type { Creation, NextPart } from "./tus-headers.ts";
import {
  appendPart,
  beginUpload,
  declareLength,
  dropUpload,
  takeUp,
  type Upload,
} from "./uploads.ts";

export interface Receiver {
  uploader: Acting;
  objects: Objects;
  jobs: Pick<Jobs, "send">;
  live: LiveTakes;
}

type Body = ReadableStream<Uint8Array> | null;

/** The upload and its recording, and the bytes that came along. */
export async function createUpload(
  receiver: Receiver,
  creation: Creation & { folder: string | undefined },
  body: Body,
): Promise<Upload> {
  const { described, length, partSize } = creation;
  if (described.kind === "import") {
    if (!hasVideoExtension(described.filename)) throw wrongType(IMPORT_WRONG_TYPE);
    refuseLongImport(Math.max(length ?? 0, partSize ?? 0));
  }
  if (length !== null && partSize !== null) refuseOverlong(length, partSize);
  const upload = await beginUpload(receiver.uploader, receiver.objects, creation);
  // The bytes of a take that is asked for again have begun to arrive: its sender reads how far they came.
  if (partSize === null || upload.received > 0) return upload;
  try {
    return await receiveBytes(receiver, upload, { body, size: partSize });
  } catch (error) {
    // A sender that is not told where the upload is cannot go on with it; a take is found by its recording.
    if (upload.recording_id !== described.recording)
      await dropUpload(receiver.uploader, receiver.jobs, upload.id);
    throw error;
  }
}

/** The next bytes of an upload. An attempt that is still under way loses its right to go on. */
export async function continueUpload(
  receiver: Receiver,
  id: string,
  { offset, size, length }: NextPart,
  body: Body,
): Promise<Upload> {
  const { uploader } = receiver;
  const taken = await takeUp(uploader, id);
  if (taken.received !== offset)
    throw conflict(`The upload stands at byte ${taken.received}, not ${offset}.`);
  const whole = length ?? taken.length;
  if (whole !== null) refuseOverlong(Math.max(0, whole - offset), size);
  const isImport = taken.kind === "import";
  try {
    if (isImport) refuseLongImport(Math.max(length ?? 0, offset + size));
    const upload = length === null ? taken : await declareLength(uploader, taken, length);
    return await receiveBytes(receiver, upload, { body, size });
  } catch (error) {
    // An import that will never become a recording is removed at once, not later by the sweep.
    if (isImport && isForGood(error)) await dropUpload(uploader, receiver.jobs, id);
    throw error;
  }
}

const isForGood = (error: unknown) =>
  error instanceof HttpError
    ? [413, 415].includes(error.status)
    : error instanceof postgres.PostgresError && error.code === "KN402";

/**
 * Nothing is locked while bytes flow: nobody waits for a connection that died unnoticed. The latest sender is
 * right, and Postgres refuses bytes that an earlier attempt still brings.
 */
async function receiveBytes(
  receiver: Receiver,
  begun: Upload,
  { body, size }: { body: Body; size: number },
): Promise<Upload> {
  const { uploader, objects, jobs } = receiver;
  const reader = new PartReader(body ?? []);
  let upload = begun;
  const append = (part: ObjectPart) =>
    orDiscard({ ...uploader, objects }, part, () => appendPart(uploader, jobs, upload, part));
  if (upload.received === 0) await refuseForeignContent(upload, reader);
  while (await reader.hasMore()) {
    const bytes = reader.take(PART_BYTES);
    // A single part may become the file, and its store may serve it without us.
    const part = await keepObject(uploader.service, objects, bytes, {
      contentType: upload.mime_type,
      expected: Math.min(begun.received + size - upload.received, PART_BYTES),
    });
    upload = await append(part);
    const { id, kind, received, recording_id } = upload;
    if (kind === "recording")
      await receiver.live.follow(recording_id, { upload: id, received: Number(received) });
  }
  // The length may be declared by a part without bytes, after the last of them.
  if (upload.received === upload.length && !upload.finished_at)
    upload = await appendPart(uploader, jobs, upload);
  if (reader.failure !== undefined) throw reader.failure;
  return upload;
}

/** The first bytes of an imported file tell its kind. A recorder's own file is examined once it is complete. */
async function refuseForeignContent({ kind, length }: Upload, reader: PartReader): Promise<void> {
  if (kind !== "import") return;
  const head = await reader.peek(HEAD_BYTES);
  const isEnough = head.length === HEAD_BYTES || head.length === length;
  if (isEnough && containerOf(head) === null) throw wrongType(IMPORT_WRONG_TYPE);
}

function refuseLongImport(length: number): void {
  if (length > IMPORT_LIMIT_BYTES) throw tooLarge(IMPORT_TOO_LARGE);
}

function refuseOverlong(room: number, size: number): void {
  if (size > room) throw tooLarge(`${size} bytes do not fit: ${room} are left of this upload.`);
}
