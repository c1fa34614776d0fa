import { conflict, one } from "#api/http/errors.ts";
import { type PartJob, partSaving, processing } from "#api/job-kinds.ts";
import { BrokenMedia } from "#api/media/probe.ts";
import { mimeTypes } from "#api/media/sniff.ts";
import type { Db } from "#api/platform/database.ts";
import { discardObject, keepObject } from "#api/platform/objects/loose.ts";
import { inWorkRoom } from "#api/platform/work-room.ts";
import type { SavePart } from "#contract/edits.ts";
import { LONGEST_TITLE, type Recording } from "#contract/recordings.ts";
import { cutTo } from "#contract/text.ts";
import { type Editor, MISSING, NO_LENGTH, requireRanges, UNPREPARED } from "./edits.ts";
import { copyTexts } from "./follow-cut.ts";
import { type CuttingRoom, cutOriginal, type Original, wordsOf } from "./render-cut.ts";

const PART = " (part)";

/** The new recording is there at once, and a job cuts its film out of the original. */
export async function savePart(
  { service, objects, jobs, account }: Editor,
  id: string,
  { start, end, title }: SavePart,
): Promise<Recording> {
  const room = await objects.room();
  return service(async (sql) => {
    const found = await sql<Recording[]>`
      select * from private.original_row(${id}) where owner_id = ${account} and deleted_at is null
    `;
    const original = one(found, "Recording not found");
    if (original.status !== "ready") throw conflict(UNPREPARED, "not_ready");
    if (original.missing) throw conflict(MISSING, "missing");
    const { duration, size, filename, folder_id } = original;
    if (duration === null) throw conflict(NO_LENGTH, "not_ready");
    const [range = { start, end }] = requireRanges([{ start, end }], duration, (_, edge) => edge);
    const name = title ?? `${cutTo(filename, LONGEST_TITLE - PART.length)}${PART}`;
    const wanted = Math.ceil((size * (range.end - range.start)) / duration);
    const part = one(
      await sql<Recording[]>`
        select p.* from private.original_row(${id}) o,
          private.begin_part(o, ${name}, ${objects.storageType(objects.home)}, ${wanted}, ${room}) p
      `,
    );
    const job = { recording_id: part.id, of: id, ...range, seconds: duration };
    await jobs.send(sql, partSaving, job, { account });
    await sql`select private.put_into_folder(${part.id}, ${folder_id})`;
    return { ...part, folder_id };
  });
}

/** Cuts the film of a part, and hands it on as an upload that has arrived: all that follows is done to it as well. */
export async function cutPart(room: CuttingRoom, job: PartJob, signal: AbortSignal): Promise<void> {
  const { service } = room;
  const { recording_id: id } = job;
  await inWorkRoom(room, `part-${id}`, async (directory) => {
    if (!(await isAwaited(service, id))) {
      // The part was deleted while it waited.
      await service`delete from private.held_room where id = ${id}`;
      return;
    }
    try {
      await makePart(room, job, directory, signal);
    } catch (error) {
      signal.throwIfAborted();
      const words = wordsOf(error);
      if (words !== undefined) await failPart(service, id, words);
      else if (await isAwaited(service, id)) throw error;
    }
  });
}

/** The room that was held for it is free again. */
export const failPart = (service: Db, id: string, words: string) =>
  service`select private.fail_part(${id}, ${words})`;

async function makePart(
  room: CuttingRoom,
  { recording_id: id, of, start, end, seconds }: PartJob,
  directory: string,
  signal: AbortSignal,
): Promise<void> {
  const { service, objects, jobs } = room;
  const original = await originalFile(service, of, seconds);
  const wish = { ...original, kept: [{ start, end }] };
  const { made, destination } = await cutOriginal(room, directory, wish, { signal });
  const type = mimeTypes[made.probe.container];
  const file = await keepObject(service, objects, Bun.file(destination), { contentType: type });
  try {
    await service(async (sql) => {
      const [kept] = await sql<{ is_kept: boolean }[]>`
        select private.keep_part(${id}, ${type}, ${file.store}, ${file.key}, ${file.size}) as is_kept
      `;
      if (!kept?.is_kept) return;
      await copyTexts(sql, of, { id, kept: made.kept });
      await jobs.send(sql, processing, { recording_id: id }, { account: original.owner_id });
    });
  } finally {
    await discardObject(service, objects, file); // unless it is referred to
  }
}

async function originalFile(service: Db, id: string, seconds: number) {
  const [file] = await service<(Original & { owner_id: string })[]>`
    select owner_id, store, storage_key as key, size, mime_type from private.original_row(${id})
     where storage_key is not null and duration = ${seconds}
  `;
  if (!file) throw new BrokenMedia("The original that this was to be a part of is gone.");
  return file;
}

const isAwaited = async (service: Db, id: string) => {
  const rows = await service`
    select 1 from public.recordings r where r.id = ${id} and r.status = 'processing'
       and not exists (select from public.uploads u where u.recording_id = r.id)
  `;
  return rows.length > 0;
};
