import { join } from "node:path";
import { sheetDrawing } from "#api/job-kinds.ts";
import { drawContactSheet } from "#api/media/contact-sheet.ts";
import { TooLarge } from "#api/media/probe.ts";
import { containerOfType } from "#api/media/sniff.ts";
import { findFfmpeg } from "#api/media/transcode.ts";
import type { Db, Sql } from "#api/platform/database.ts";
import type { Jobs } from "#api/platform/jobs/queue.ts";
import { discardObject, type KeptObject, keepObject } from "#api/platform/objects/loose.ts";
import { copyParts } from "#api/platform/objects/parts.ts";
import { type FileWork, inWorkRoom, needRoom } from "#api/platform/work-room.ts";
import type { SheetShape } from "#contract/contact-sheets.ts";
import type { Film } from "./pictures.ts";

/** Asks for pictures of a playable recording's moments, unless its recorder has sent them or ffmpeg is missing. */
export async function askForContactSheet(
  sql: Sql,
  { jobs, ffmpegPath }: { jobs: Pick<Jobs, "send">; ffmpegPath?: string | undefined },
  recording: { id: string; owner_id: string; playable: boolean; contact_sheet_key: string | null },
): Promise<void> {
  const { id, owner_id, playable, contact_sheet_key } = recording;
  if (!playable || contact_sheet_key !== null || !(await findFfmpeg(ffmpegPath))) return;
  await jobs.send(sql, sheetDrawing, { recording_id: id }, { account: owner_id });
}

/** The recording works without pictures: an error in drawing them stands in the log and the queue alone. */
export async function drawSheetOf(work: FileWork, id: string, signal: AbortSignal): Promise<void> {
  const { service, objects } = work;
  const ffmpeg = await findFfmpeg(work.ffmpegPath);
  await inWorkRoom(work, `sheet-of-${id}`, async (directory) => {
    const film = ffmpeg && (await withoutSheet(service, id));
    if (!film) return; // deleted, or its recorder's own has come
    try {
      const container = containerOfType(film.mime_type);
      if (container === null) throw new Error(`Nobody knows how to read ${film.mime_type}`);
      using _room = await needRoom(work, { path: directory, bytes: film.file.size });
      const source = join(directory, "source");
      await copyParts(objects, [film.file], source);
      const sheet = join(directory, "contact-sheet.jpg");
      const shape = await drawContactSheet(ffmpeg, source, sheet, { ...film, container }, signal);
      if (Bun.file(sheet).size > film.file.size) return; // it counts in no quota, and the film does
      const kind = { contentType: "image/jpeg" };
      const kept = await keepObject(service, objects, Bun.file(sheet), kind);
      // Deleted or cut while it was drawn, or its recorder was quicker: nobody will ever refer to it.
      if (!(await place(service, film, kept, shape))) await discardObject(service, objects, kept);
    } catch (error) {
      if (error instanceof TooLarge) work.log.warn({ id, err: error }, "no contact sheet");
      else if (signal.aborted || (await withoutSheet(service, id))) throw error;
    }
  });
}

/** The tag names the bytes of a film, wherever they are carried while it is drawn. */
type FilmWithoutSheet = Film & { id: string; tag: string };

async function withoutSheet(service: Db, id: string): Promise<FilmWithoutSheet | undefined> {
  const [film] = await service<FilmWithoutSheet[]>`
    select id, mime_type, duration, width, height, coalesce(file_tag, storage_key) as tag,
           private.reference(store, storage_key) || jsonb_build_object('size', size) as file
      from public.recordings
     where id = ${id} and status = 'ready' and playable and contact_sheet_key is null
  `;
  return film;
}

function place(
  service: Db,
  { id, tag }: FilmWithoutSheet,
  { store, key }: KeptObject,
  shape: SheetShape,
) {
  return service(async (sql) => {
    const still = await sql`
      select 1 from public.recordings
       where id = ${id} and contact_sheet_key is null
         and coalesce(file_tag, storage_key) = ${tag} for update
    `;
    if (still.length === 0) return false;
    await sql`
      select id from private.place_contact_sheet(
        ${id}, ${store}, ${key}, ${shape.tiles}, ${shape.seconds_each},
        ${shape.tile_width}, ${shape.tile_height})
    `;
    return true;
  });
}
