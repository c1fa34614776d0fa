import { join } from "node:path";
import { drawContactSheet } from "#api/media/contact-sheet.ts";
import type { Prepared } from "#api/media/prepare.ts";
import { findFfmpeg } from "#api/media/transcode.ts";
import { discardObject, keepObject } from "#api/platform/objects/loose.ts";
import type { Workshop } from "./workshop.ts";

interface Finished {
  id: string;
  path: string;
  prepared: Prepared;
  directory: string;
}

/**
 * Pictures of the moments of what can be played, unless whoever recorded it has sent them. It is ready by then, and
 * nothing of it needs them: what keeps them from being made is said in the log alone.
 */
export async function makeContactSheet(
  workshop: Workshop,
  finished: Finished,
  signal?: AbortSignal,
): Promise<void> {
  const { id } = finished;
  await tryToMake(workshop, finished, signal).catch((error) => {
    if (!signal?.aborted) workshop.log.warn({ id, err: error }, "no pictures of its moments");
  });
}

async function tryToMake(
  { service, objects, ffmpegPath }: Workshop,
  { id, path, prepared, directory }: Finished,
  signal?: AbortSignal,
): Promise<void> {
  const ffmpeg = prepared.isPlayable ? await findFfmpeg(ffmpegPath) : null;
  if (!ffmpeg) return;
  const [without] = await service(
    (sql) => sql`
      select 1 from public.recordings
       where id = ${id} and status = 'ready' and contact_sheet_key is null
    `,
  );
  if (!without) return;
  const file = join(directory, "contact-sheet.jpg");
  const shape = await drawContactSheet(ffmpeg, path, file, prepared.probe, signal);
  const kept = await keepObject(service, objects, Bun.file(file), { contentType: "image/jpeg" });
  const placed = await service(async (sql) => {
    const still = await sql`
      select 1 from public.recordings where id = ${id} and contact_sheet_key is null for update
    `;
    if (still.length === 0) return [];
    return sql`
      select id from private.place_contact_sheet(
        ${id}, ${kept.store}, ${kept.key}, ${shape.tiles}, ${shape.seconds_each},
        ${shape.tile_width}, ${shape.tile_height})
    `;
  });
  // Deleted while it was drawn, or its recorder was quicker: nobody will ever refer to it.
  if (placed.length === 0) await discardObject(service, objects, kept);
}
