import { join } from "node:path";
import { BrokenMedia } from "#api/media/probe.ts";
import type { Db } from "#api/platform/database.ts";
import { copyParts } from "#api/platform/objects/copy-parts.ts";
import { type ObjectPart, totalSize } from "#api/platform/objects/parts.ts";
import type { StoredObject } from "#api/platform/objects/store.ts";
import { inWorkRoom, needRoom } from "#api/platform/work-room.ts";
import { bestVersion } from "./best-version.ts";
import { placeVideo } from "./place-video.ts";
import type { ProcessingContext } from "./processing-context.ts";
import { failRecording } from "./processing-state.ts";

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
      await failRecording(context.service, id, error.message);
    }
  });
}

/** The file to work on, and the better one. */
const COPIES = 2;

async function prepare(
  context: ProcessingContext,
  { id, directory, parts, receivedAs }: ToProcess & { id: string; directory: string },
  signal?: AbortSignal,
): Promise<void> {
  const source = join(directory, "source");
  const received = await copyParts(context.objects, parts, source);
  await noteReceived(context.service, id, received);
  const { path, prepared } = await bestVersion(context, id, directory, signal);
  const better = path === source ? null : path;
  await placeVideo(context, { id, path: better, source, parts, receivedAs, prepared });
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
