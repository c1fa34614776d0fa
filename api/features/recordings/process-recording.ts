import { join } from "node:path";
import { type Prepared, prepareVideo } from "#api/media/prepare.ts";
import { BrokenMedia } from "#api/media/probe.ts";
import { mimeTypes } from "#api/media/sniff.ts";
import { findFfmpeg, transcode } from "#api/media/transcode.ts";
import type { Db, Sql } from "#api/platform/database.ts";
import type { Jobs } from "#api/platform/jobs/queue.ts";
import { discardObject, keepObject } from "#api/platform/objects/loose.ts";
import { copyParts, type ObjectPart, totalSize } from "#api/platform/objects/parts.ts";
import { type FileWork, inWorkRoom, needRoom } from "#api/platform/work-room.ts";
import type { StorageType } from "#contract/recordings.ts";
import { GONE } from "./answer-with-media.ts";
import { askForContactSheet } from "./draw-contact-sheet.ts";

/** The parts of the server that work on a recording which has arrived needs. */
export interface ProcessingContext extends FileWork {
  jobs: Pick<Jobs, "send">;
  /** Milliseconds in which the processor is left to the person who opens the link of a recording that just ended. */
  headStart?: number | undefined;
  /** Whether there is time for a conversion now; otherwise the job only notes that one is needed. */
  mayConvert: boolean;
}

/** Work for somebody with more time. */
export class NeedsConversion extends Error {}

/** Milliseconds. A recorder's link is often opened as soon as it stops: until then the processor is left to that. */
const HEAD_START = 1_500;

/** After the last byte: what is it, does it play, can one seek in it. It can be watched all the while. */
export async function processRecording(
  context: ProcessingContext,
  id: string,
  signal?: AbortSignal,
): Promise<void> {
  await inWorkRoom(context, id, async (directory) => {
    const found = await partsToProcess(context.service, id);
    if (!found) return; // deleted, or done by an attempt whose end was not recorded
    const { headStart = HEAD_START } = context;
    if (found.age !== null && found.age < headStart) await Bun.sleep(headStart - found.age);
    const size = totalSize(found.parts);
    using _room = await needRoom(context, { path: directory, bytes: COPIES * size, beside: size });
    try {
      await prepare(context, { id, directory, ...found }, signal);
    } catch (error) {
      if (!(await partsToProcess(context.service, id))) return; // deleted meanwhile, with its bytes
      if (!(error instanceof BrokenMedia)) throw error;
      await failRecording(context.service, id, `${error.message} ${KEPT}`);
    }
  });
}

/** The file to work on, and the better one. */
const COPIES = 2;

async function prepare(
  context: ProcessingContext,
  { id, directory, parts, mime_type }: ToProcess & { id: string; directory: string },
  signal?: AbortSignal,
): Promise<void> {
  const source = join(directory, "source");
  const received = await copyParts(context.objects, parts, source);
  // The recorder may now compare, however long the rest takes.
  await context.service`
    update public.recordings
       set received_bytes = ${received.size}, received_sha256 = ${received.sha256 ?? null}
     where id = ${id}
  `;
  const version = await bestVersion(context, id, directory, signal);
  await placeVideo(context, { id, parts, mime_type, isNew: version.path !== source, ...version });
}

interface ToProcess {
  parts: ObjectPart[];
  /** The type that the parts were stored under. */
  mime_type: string;
  /** Milliseconds since a recorder sent the last of it: its link may be opened this very moment. Null for others. */
  age: number | null;
}

async function partsToProcess(service: Db, id: string): Promise<ToProcess | undefined> {
  const [found] = await service<ToProcess[]>`
    select coalesce(private.parts_of(r.id), '[]') as parts, r.mime_type,
           (select extract(epoch from clock_timestamp() - u.finished_at)::float8 * 1000
              from public.uploads u
             where u.recording_id = r.id and u.kind = 'recording') as age
      from public.recordings r
     where r.id = ${id} and r.status = 'processing' and r.storage_key is null
  `;
  return found;
}

/** The file as it came, the same with an index, or one in codecs that browsers know. */
async function bestVersion(
  context: ProcessingContext,
  id: string,
  directory: string,
  signal?: AbortSignal,
) {
  const source = join(directory, "source");
  const indexed = join(directory, "indexed");
  const onProgress = reportProgress(context.service, id);
  const options = { onProgress, ...(signal && { signal }) };
  const prepared = await prepareVideo(source, indexed, options);
  if (prepared.remuxFailure) context.log.warn({ id, reason: prepared.remuxFailure }, "not remuxed");
  if (prepared.isNew) return { path: indexed, prepared };
  const ffmpeg = prepared.isPlayable ? null : await findFfmpeg(context.ffmpegPath);
  if (!ffmpeg) return { path: source, prepared };
  if (!context.mayConvert) throw new NeedsConversion();

  const converted = join(directory, "converted");
  try {
    await transcode(ffmpeg, source, converted, { ...prepared.probe, ...options });
    const made = await prepareVideo(converted, indexed, signal && { signal });
    return { path: converted, prepared: made };
  } catch (error) {
    if (!(error instanceof BrokenMedia)) throw error;
    context.log.warn({ id, err: error }, "not converted"); // kept as it came, to be downloaded
    return { path: source, prepared };
  }
}

interface Placing extends Pick<ToProcess, "parts" | "mime_type"> {
  id: string;
  path: string;
  prepared: Prepared;
  /** Whether the version is another file than the one that came. */
  isNew: boolean;
}

/** Gives the recording one file of its own and calls it ready, all at once. */
async function placeVideo(
  context: ProcessingContext,
  { id, path, parts, mime_type, isNew, prepared }: Placing,
): Promise<void> {
  const { service, objects } = context;
  const contentType = mimeTypes[prepared.probe.container];
  const isAsItCame = !isNew && parts.length === 1 && mime_type === contentType;
  // A single part is the file already, if it lies in the store of finished files under its true type.
  const onlyPart = isAsItCame ? parts.find(({ store }) => store === objects.home) : undefined;
  const file = onlyPart ?? (await keepObject(service, objects, Bun.file(path), { contentType }));
  const isPlaced = await service(async (sql) => {
    const [placed] = await finish(sql, id, file, objects.storageType(file.store), prepared);
    if (!placed) return false;
    // The only part has become the file: its row as a part goes.
    if (onlyPart)
      await sql`
        delete from private.upload_parts p using public.uploads u
         where u.id = p.upload_id and u.recording_id = ${id}
      `;
    else await sql`update public.uploads set replaced_at = now() where recording_id = ${id}`;
    await sql`select private.strike_off(${file.store}, ${file.key})`;
    await askForContactSheet(sql, context, placed);
    return true;
  });
  // Deleted while we worked: no row will ever refer to our file.
  if (!isPlaced && !onlyPart) await discardObject(service, objects, file);
}

function finish(
  sql: Sql,
  id: string,
  file: ObjectPart,
  storageType: StorageType,
  prepared: Prepared,
) {
  const { probe, isPlayable, isSeekable } = prepared;
  return sql<Parameters<typeof askForContactSheet>[2][]>`
    update public.recordings set
      status = 'ready',
      progress = null,
      storage_type = ${storageType},
      store = ${file.store},
      storage_key = ${file.key},
      size = ${file.size},
      mime_type = ${mimeTypes[probe.container]},
      duration = ${probe.duration},
      width = ${probe.width},
      height = ${probe.height},
      video_codec = ${probe.videoCodec},
      audio_codec = ${probe.audioCodec},
      playable = ${isPlayable},
      seekable = ${isSeekable},
      audio_level_db = ${prepared.audioLevel}
     where id = ${id} and status = 'processing' and storage_key is null
    returning id, owner_id, playable, contact_sheet_key
  `;
}

const EVERY_MS = 1000;

/** Writes the percentage into the row, which tells everyone who watches; at most once a second. */
export function reportProgress(service: Db, id: string): (percent: number) => void {
  let last = 0;
  return (percent) => {
    if (Date.now() - last < EVERY_MS) return;
    last = Date.now();
    // Not awaited: the work goes on, and a percentage that is lost is followed by the next.
    service`
      update public.recordings set progress = ${percent} where id = ${id} and status = 'processing'
    `.catch(() => {});
  };
}

/** There was no room for the work: the recording goes on playing as it came, and is told to be alive. */
export async function putOff(service: Db, id: string): Promise<void> {
  await service`
    update public.recordings set progress = 0 where id = ${id} and status = 'processing'
  `;
}

const KEPT = "The file is kept: you can still download it.";

/** Ends the work that failed however often it was tried. Bytes may be gone, as after the restore of an older backup. */
export async function giveUpRecording({ service, objects }: FileWork, id: string): Promise<void> {
  let reason = `The server could not process this recording. ${KEPT}`;
  for (const part of (await partsToProcess(service, id))?.parts ?? [])
    if ((await objects.size(part)) === null) reason = GONE;
  await failRecording(service, id, reason);
}

/** Marks a recording as failed, so that nobody waits for it for ever. */
export async function failRecording(service: Db, id: string, reason: string): Promise<void> {
  await service`
    update public.recordings
       set status = 'failed', failure = ${reason}, playable = false, progress = null
     where id = ${id} and status = 'processing'
  `;
}
