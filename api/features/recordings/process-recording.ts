import { mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import { type Prepared, prepareVideo } from "#api/media/prepare.ts";
import { BrokenMedia } from "#api/media/probe.ts";
import { findFfmpeg, transcode } from "#api/media/transcode.ts";
import type { Db } from "#api/platform/database.ts";
import { roomOn } from "#api/platform/objects/disk.ts";
import type { Objects } from "#api/platform/objects/objects.ts";
import { type ObjectPart, readParts, totalSize } from "#api/platform/objects/parts.ts";
import {
  chunksOf,
  isFull,
  Meter,
  type StoredObject,
  StoreFull,
} from "#api/platform/objects/store.ts";
import { placeVideo } from "./place-video.ts";
import { reportProgress } from "./report-progress.ts";

export interface Workshop {
  service: Db;
  objects: Objects;
  log: Logger;
  /** Where files may lie while they are worked on. */
  workDirectory: string;
  ffmpegPath?: string | undefined;
}

/** Milliseconds. Stopping and opening the link are one moment: so long the processor is for whoever opens it. */
const HEAD_START = 1_500;

/** After the last byte: what is it, does it play, can one seek in it. It can be watched all the while. */
export async function processRecording(
  workshop: Workshop,
  id: string,
  signal?: AbortSignal,
): Promise<void> {
  const { service, workDirectory } = workshop;
  const found = await partsToProcess(service, id);
  if (!found) return; // deleted, or done by an attempt whose end was not recorded
  const { parts, age } = found;
  if (age !== null && age < HEAD_START) await Bun.sleep(HEAD_START - age);
  await needRoom(workshop, totalSize(parts));
  const directory = join(workDirectory, id);
  await rm(directory, { recursive: true, force: true }); // of an attempt that was killed
  await mkdir(directory, { recursive: true, mode: 0o700 });
  try {
    const source = join(directory, "source");
    const received = await copyParts(workshop.objects, parts, source);
    await noteReceived(service, id, received);
    const { path, prepared } = await bestVersion(workshop, id, directory, signal);
    await placeVideo(workshop, {
      id,
      path: path === source ? null : path,
      source,
      parts,
      prepared,
    });
  } catch (error) {
    if (!(error instanceof BrokenMedia)) throw error;
    await failRecording(service, id, error.message);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** The file to work on, the better one, and that one where it is kept. */
const COPIES = 3;

/** Asked before the work, because a disk that is full half-way is full for everybody. */
async function needRoom({ objects, workDirectory }: Workshop, size: number): Promise<void> {
  await mkdir(workDirectory, { recursive: true, mode: 0o700 });
  const rooms = await Promise.all([objects.room(), roomOn(workDirectory)]);
  if (rooms.some((room) => room !== null && room < size * COPIES)) throw new StoreFull();
}

/** There was no room for the work: the recording goes on playing as it came, and is told to be alive. */
export async function putOff(service: Db, id: string): Promise<void> {
  await service(
    (sql) => sql`
      update public.recordings set progress = 0 where id = ${id} and status = 'processing'
    `,
  );
}

/** Whatever went wrong, nobody shall wait for ever. */
export async function failRecording(service: Db, id: string, reason: string): Promise<void> {
  await service(
    (sql) => sql`
      update public.recordings
         set status = 'failed', failure = ${reason}, playable = false, progress = null
       where id = ${id} and status = 'processing'
    `,
  );
}

interface ToProcess {
  parts: ObjectPart[];
  /** Milliseconds since a recorder sent the last of it: its link may be opened this very moment. Null for others. */
  age: number | null;
}

async function partsToProcess(service: Db, id: string): Promise<ToProcess | undefined> {
  const [found] = await service(
    (sql) => sql<{ parts: ObjectPart[] | null; age: number | null }[]>`
      select private.parts_of(r.id) as parts,
             (select extract(epoch from clock_timestamp() - u.finished_at)::float8 * 1000
                from public.uploads u
               where u.recording_id = r.id and u.kind = 'recording') as age
        from public.recordings r
       where r.id = ${id} and r.status = 'processing' and r.storage_key is null
    `,
  );
  return found && { parts: found.parts ?? [], age: found.age };
}

async function copyParts(
  objects: Objects,
  parts: ObjectPart[],
  path: string,
): Promise<StoredObject> {
  const body = await readParts(objects, parts);
  if (body === null) throw new Error("A part of this recording is gone");
  const meter = new Meter({ checksum: true });
  const file = await open(path, "wx", 0o600);
  try {
    for await (const chunk of chunksOf(body instanceof Blob ? body.stream() : body)) {
      meter.add(chunk);
      await file.writeFile(chunk);
    }
  } finally {
    await file.close();
  }
  return meter.result();
}

/** The recorder may now compare, however long the rest takes. */
async function noteReceived(service: Db, id: string, { size, sha256 }: StoredObject) {
  await service(
    (sql) => sql`
      update public.recordings set received_bytes = ${size}, received_sha256 = ${sha256 ?? null}
       where id = ${id}
    `,
  );
}

/** The file as it came, the same with an index, or one in codecs that browsers know. */
async function bestVersion(
  workshop: Workshop,
  id: string,
  directory: string,
  signal?: AbortSignal,
): Promise<{ path: string; prepared: Prepared }> {
  const source = join(directory, "source");
  const indexed = join(directory, "indexed");
  const onProgress = reportProgress(workshop.service, id);
  const options = { onProgress, ...(signal && { signal }) };
  const prepared = await prepareVideo(source, indexed, options);
  if (prepared.remuxFailure)
    workshop.log.warn({ id, reason: prepared.remuxFailure }, "not remuxed");
  if (prepared.isNew) return { path: indexed, prepared };
  const ffmpeg = prepared.isPlayable ? null : await findFfmpeg(workshop.ffmpegPath);
  if (!ffmpeg) return { path: source, prepared };

  const converted = join(directory, "converted");
  const { container, duration } = prepared.probe;
  try {
    await transcode(ffmpeg, source, converted, { container, duration, ...options });
    return { path: converted, prepared: await prepareVideo(converted, indexed) };
  } catch (error) {
    signal?.throwIfAborted();
    if (isFull(error)) throw error;
    workshop.log.warn({ id, err: error }, "not converted"); // kept as it came, to be downloaded
    return { path: source, prepared };
  }
}
