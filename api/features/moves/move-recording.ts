import postgres from "postgres";
import { downloadName } from "#api/http/content-disposition.ts";
import { HttpError } from "#api/http/errors.ts";
import type { MoveJob } from "#api/job-kinds.ts";
import { extensionOf } from "#api/media/sniff.ts";
import type { Db } from "#api/platform/database.ts";
import { discardObject } from "#api/platform/objects/loose.ts";
import { type ObjectPart, totalSize } from "#api/platform/objects/parts.ts";
import {
  isFull,
  type ObjectRef,
  StoreUnreachable,
  TooLargeForStore,
} from "#api/platform/objects/store.ts";
import { MEDIA_TOKEN_SECONDS } from "#contract/durations.ts";
import type { StorageChoice } from "#contract/recordings.ts";
import { bringPictures } from "./bring-pictures.ts";
import { type Cargo, type Carrier, copyVerified } from "./copy-verified.ts";
import { NobodyWantsIt, Transfer } from "./transfer.ts";

interface Waiting {
  to: StorageChoice;
  mime_type: string;
  owner_id: string;
  filename: string;
  parts: ObjectPart[];
}

const USUAL_PATIENCE = 120_000;

/**
 * Copies, verifies, and lets the row point to the copy. Until then nothing has changed for anybody; afterwards the
 * old bytes stay for people who are watching. The move may run twice at once: the first to finish counts.
 */
export async function moveRecording(
  carrier: Carrier,
  job: MoveJob,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const found = await findWaiting(carrier.service, job);
    if (!found) return; // done, cancelled, or deleted
    try {
      await carry(carrier, job, found, signal);
    } catch (error) {
      if (error instanceof NobodyWantsIt) return;
      const words = wordsOf(error, found.to);
      if (words === undefined) throw error;
      await failMove(carrier.service, job, words);
    }
  }
}

async function carry(
  carrier: Carrier,
  job: MoveJob,
  { to, mime_type, owner_id, filename, parts }: Waiting,
  signal: AbortSignal,
): Promise<void> {
  const { service, objects, patience = USUAL_PATIENCE } = carrier;
  const place = objects.storeFor(to);
  if (place === undefined) return failMove(service, job, NOT_OFFERED);
  await bringPictures(carrier, job.recording_id);
  const original = await originalElsewhere(service, job, place);
  const isThere = parts.every(({ store }) => store === place);
  // Another attempt has brought the file there meanwhile.
  if (isThere && !original) {
    await service`select 1 from private.end_moves(${owner_id}, ${job.recording_id})`;
    return;
  }
  const nameOf = (title: string) => downloadName(title, extensionOf(mime_type));
  const report = async (percent: number) => {
    const [told] = await service<{ wanted: boolean }[]>`
      select private.report_move(${job.recording_id}, ${job.move}, ${percent}) as wanted
    `;
    return told?.wanted === true;
  };
  const bytes = (isThere ? 0 : totalSize(parts)) + (original?.size ?? 0);
  const total = 2 * bytes; // written, and read back
  const transfer = new Transfer({ total, report, signal, patience });
  try {
    if (original) {
      const to = { place, owner: owner_id, name: nameOf(`${filename} (original)`) };
      return await carryOriginal(carrier, job, { original, ...to }, transfer);
    }
    const cargo = { parts, place, contentType: mime_type, owner: owner_id, name: nameOf(filename) };
    const copy = await copyVerified(carrier, cargo, transfer);
    const isPlaced = await finish(carrier, job, parts, copy);
    // The move was cancelled, the recording deleted, another attempt was faster, or the file was replaced since.
    if (!isPlaced) return await discardObject(service, objects, copy);
    // The recording may have been renamed on the way.
    const [now] = await service<{ filename: string }[]>`
      select filename from public.recordings where id = ${job.recording_id}
    `;
    if (now && now.filename !== filename) await objects.rename(copy, nameOf(now.filename));
  } finally {
    transfer.close();
  }
}

/** Undefined where the recording is not on its way any more, or its move was asked for anew. */
async function findWaiting(service: Db, { recording_id, move }: MoveJob) {
  const [found] = await service<Waiting[]>`
    select r.moving ->> 'to' as to, r.mime_type, r.owner_id, r.filename, private.bytes_of(r) as parts
      from public.recordings r
     where r.id = ${recording_id} and r.move_id = ${move} and private.is_under_way(r.moving)
  `;
  return found;
}

type Original = ObjectPart & { mime_type: string };

/** It goes before its cut, because the move ends with that. */
async function originalElsewhere(service: Db, { recording_id }: MoveJob, place: string) {
  const [found] = await service<{ original: Original | null }[]>`
    select private.original_elsewhere(${recording_id}, ${place}) as original
  `;
  return found?.original ?? undefined;
}

async function carryOriginal(
  carrier: Carrier,
  { recording_id, move }: MoveJob,
  { original, ...to }: Pick<Cargo, "place" | "owner" | "name"> & { original: Original },
  transfer: Transfer,
): Promise<void> {
  const { service, objects } = carrier;
  const { store, key, size, mime_type } = original;
  const cargo = { ...to, parts: [{ store, key, size }], contentType: mime_type };
  const copy = await copyVerified(carrier, cargo, transfer);
  try {
    await service(
      (sql) => sql`
        select private.move_original(${recording_id}, ${move}, ${sql.json({ store, key, size })},
                                     ${copy.store}, ${copy.key}, ${objects.storageType(copy.store)})
      `,
    );
  } finally {
    await discardObject(service, objects, copy); // unless the edit refers to it
  }
}

async function finish(
  { service, objects }: Carrier,
  { recording_id, move }: MoveJob,
  parts: ObjectPart[],
  { store, key }: ObjectRef,
): Promise<boolean> {
  const own = parts.filter((part) => objects.storageType(part.store) === "google_drive");
  const source = parts.map((part) => ({ store: part.store, key: part.key, size: part.size }));
  const isPlaced = await service(async (sql) => {
    const [end] = await sql<{ placed: boolean }[]>`
      select private.finish_move(${recording_id}, ${move}, ${sql.json(source)}, ${store}, ${key},
                                 ${objects.storageType(store)}) as placed
    `;
    // The owner sees the file in the drive; a player asks this server alone, and finds it at the new place.
    if (end?.placed)
      for (const { store, key } of own)
        await sql`delete from private.former_files where store = ${store} and storage_key = ${key}`;
    return end?.placed === true;
  });
  if (isPlaced) for (const ref of own) await discardObject(service, objects, ref);
  return isPlaced;
}

/** The recording stays where it was; its owner reads the reason, and may try again. */
export async function failMove(service: Db, { recording_id, move }: MoveJob, words: string) {
  await service`select private.fail_move(${recording_id}, ${move}, ${words})`;
}

const NOT_OFFERED = "This server no longer has the storage that this was to be moved to.";

/** Errors that only the owner of the drive can mend. */
const THEIRS = ["drive_full", "drive_not_connected"];

/** The words for an error that no further try would mend; undefined for one that may pass by itself. */
function wordsOf(error: unknown, to: StorageChoice): string | undefined {
  if (error instanceof HttpError) return error.message;
  if (error instanceof postgres.PostgresError && error.code === "KN402") return error.message;
  if (error instanceof StoreUnreachable && error.said && THEIRS.includes(error.said.code))
    return error.said.words;
  if (isFull(error))
    return to === "google_drive"
      ? "Your Google Drive is full. Free some room there, then try again."
      : "There is no room left on this server. Try again when there is.";
  if (error instanceof TooLargeForStore)
    return "This file is larger than the storage takes. Ask the server's operator to raise its limit.";
  return undefined;
}

/** By then, the people who began to watch at the former place have finished. */
export async function forgetFormerFiles(service: Db, watchedSeconds = MEDIA_TOKEN_SECONDS) {
  await service`
    delete from private.former_files
     where left_at < now() - ${watchedSeconds} * interval '1 second'
  `;
}
