import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { BrokenMedia } from "#api/media/probe.ts";
import type { Db } from "#api/platform/database.ts";
import { copyParts } from "#api/platform/objects/copy-parts.ts";
import { roomOn } from "#api/platform/objects/disk.ts";
import { type ObjectPart, totalSize } from "#api/platform/objects/parts.ts";
import { type StoredObject, StoreFull } from "#api/platform/objects/store.ts";
import { bestVersion } from "./best-version.ts";
import { failRecording } from "./fail-recording.ts";
import { makeContactSheet } from "./make-contact-sheet.ts";
import { placeVideo } from "./place-video.ts";
import type { Workshop } from "./workshop.ts";

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
  const { parts, age, receivedAs } = found;
  const { headStart = HEAD_START } = workshop;
  if (age !== null && age < headStart) await Bun.sleep(headStart - age);
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
      receivedAs,
      prepared,
    });
    await makeContactSheet(workshop, { id, path, prepared, directory }, signal);
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

interface ToProcess {
  parts: ObjectPart[];
  receivedAs: string;
  /** Milliseconds since a recorder sent the last of it: its link may be opened this very moment. Null for others. */
  age: number | null;
}

interface Found {
  parts: ObjectPart[] | null;
  mime_type: string;
  age: number | null;
}

async function partsToProcess(service: Db, id: string): Promise<ToProcess | undefined> {
  const [found] = await service(
    (sql) => sql<Found[]>`
      select private.parts_of(r.id) as parts, r.mime_type,
             (select extract(epoch from clock_timestamp() - u.finished_at)::float8 * 1000
                from public.uploads u
               where u.recording_id = r.id and u.kind = 'recording') as age
        from public.recordings r
       where r.id = ${id} and r.status = 'processing' and r.storage_key is null
    `,
  );
  return found && { parts: found.parts ?? [], receivedAs: found.mime_type, age: found.age };
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
