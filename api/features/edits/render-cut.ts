import { join } from "node:path";
import postgres from "postgres";
import { tellChanged } from "#api/http/changed.ts";
import { objectRemoval, sheetDrawing } from "#api/job-kinds.ts";
import { type CutMade, makeCut, PicturesWanted } from "#api/media/cut/make-cut.ts";
import { drawPicture } from "#api/media/picture.ts";
import { BrokenMedia } from "#api/media/probe.ts";
import { containerOfType, mimeTypes } from "#api/media/sniff.ts";
import { findFfmpeg } from "#api/media/transcode.ts";
import type { Db, Sql } from "#api/platform/database.ts";
import type { Jobs } from "#api/platform/jobs/queue.ts";
import { discardObject, type KeptObject, keepObject } from "#api/platform/objects/loose.ts";
import { copyParts, type ObjectPart } from "#api/platform/objects/parts.ts";
import { isFull, StoreUnreachable } from "#api/platform/objects/store.ts";
import { whileWanted } from "#api/platform/while-wanted.ts";
import { type FileWork, inWorkRoom, needRoom } from "#api/platform/work-room.ts";
import { type KeptRange, normalise } from "#contract/timeline.ts";
import { holdEdit } from "./edits.ts";
import { followCut } from "./follow-cut.ts";

export interface CuttingRoom extends FileWork {
  jobs: Pick<Jobs, "send">;
}

export interface Original {
  store: string | null;
  key: string;
  size: number;
  mime_type: string;
}

interface Wish extends Original {
  id: string;
  version: number;
  kept: KeptRange[];
  /** Null where the server cuts alone; `file` holds what the owner's browser has encoded, once it has. */
  browser: { file?: ObjectPart } | null;
}

/** Makes the cut that is wished last. Until it is there, nothing has changed for anybody who watches. */
export async function renderCut(room: CuttingRoom, id: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    const wish = await findWish(room.service, id);
    if (!wish) return;
    try {
      await render(room, wish, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof PicturesWanted) {
        await askBrowser(room.service, wish, error.passages);
        continue;
      }
      if ((await findWish(room.service, id))?.version !== wish.version) continue;
      const words = wordsOf(error);
      if (words === undefined) throw error;
      room.log.warn({ id, err: error }, "not cut");
      await failCut(room.service, id, words, wish.version);
    }
  }
}

/** From here on the cut waits for the owner's browser, however long. */
const askBrowser = (service: Db, { id, version }: Wish, passages: number[][]) =>
  service(
    (sql) => sql`
      update private.edits set browser = ${sql.json({ passages })}, progress = null
       where recording_id = ${id} and version = ${version} and status = 'rendering'
    `,
  );

/** People who may edit read the reason. A film that was hidden stays so: nobody sees by a failure what they should not. */
export const failCut = (service: Db, id: string, words: string, version: number | null = null) =>
  service`
    update private.edits set
      status = 'failed', progress = null, browser = null, updated_at = now(),
      error = ${words} || case when hides
        then ' Viewers see nothing until you save again or restore the original.'
        else ' Viewers still see the film from before.' end
     where recording_id = ${id} and status = 'rendering' and version = coalesce(${version}, version)
  `;

async function findWish(service: Db, id: string): Promise<Wish | undefined> {
  const [wish] = await service<Wish[]>`
    select e.recording_id as id, e.version, e.kept, e.browser, f.store, f.storage_key as key, f.size, f.mime_type
      from private.edits e join public.recordings r on r.id = e.recording_id,
           jsonb_populate_record(r, coalesce(e.original, '{}')) f
     where e.recording_id = ${id} and e.status = 'rendering' and not coalesce(e.browser ? 'passages', false)
  `;
  return wish;
}

/** The percentage is written once a second. */
const EVERY_MS = 1000;

async function render(room: CuttingRoom, wish: Wish, signal: AbortSignal): Promise<void> {
  const { service, objects } = room;
  let progress = 0;
  /** Somebody may have saved another edit, restored the original, or deleted the recording. */
  const isWanted = async () => {
    const still = await service`
      update private.edits set progress = ${progress}
       where recording_id = ${wish.id} and version = ${wish.version} and status = 'rendering' returning 1
    `;
    return still.length > 0;
  };
  await using wanted = whileWanted(isWanted, EVERY_MS, signal);
  const onProgress = (fraction: number) => {
    progress = Math.min(99, Math.floor(fraction * 100));
  };
  const options = { onProgress, signal: wanted.signal };
  await inWorkRoom(room, `cut-of-${wish.id}`, async (directory) => {
    const cut = await cutOriginal(room, directory, wish, options);
    const { made, destination } = cut;
    const picture = await drawThumbnail(room, { ...cut, directory }, options.signal);
    const contentType = mimeTypes[made.probe.container];
    const file = await keepObject(service, objects, Bun.file(destination), { contentType });
    try {
      await service((sql) => show(room, sql, wish, { made, file, picture }));
    } finally {
      // Unless rows refer to them now.
      for (const ref of [file, picture]) if (ref) await discardObject(service, objects, ref);
    }
    tellChanged(wish.id);
  });
}

export async function cutOriginal(
  room: CuttingRoom,
  directory: string,
  wish: Original & Pick<Wish, "kept"> & Partial<Pick<Wish, "browser">>,
  options: Parameters<typeof makeCut>[1],
) {
  const { store, key, size, mime_type, kept, browser } = wish;
  const container = containerOfType(mime_type);
  if (store === null || container === null) throw new BrokenMedia(UNKNOWN);
  // The original and its cut.
  using _room = await needRoom(room, { path: directory, bytes: 2 * size, beside: size });
  const source = join(directory, "source");
  const destination = join(directory, "cut");
  await copyParts(room.objects, [{ store, key, size }], source);
  const ffmpeg = await findFfmpeg(room.ffmpegPath);
  const elsewhere = ffmpeg || !browser ? undefined : await encodedIn(room, directory, browser);
  const order = { source, container, kept: normalise(kept), destination, directory, ffmpeg };
  return { made: await makeCut({ ...order, elsewhere }, options), ffmpeg, destination };
}

type Cut = Awaited<ReturnType<typeof cutOriginal>>;

async function encodedIn(
  { objects }: CuttingRoom,
  directory: string,
  { file }: NonNullable<Wish["browser"]>,
) {
  if (!file) return "wanted" as const;
  const passages = join(directory, "passages");
  await copyParts(objects, [file], passages);
  return { file: passages };
}

/** One transaction: whatever happens, people see the film before, or this one with all that belongs to it. */
async function show(
  { objects, jobs }: CuttingRoom,
  sql: Sql,
  { id, version }: Wish,
  { made, file, picture }: { made: CutMade; file: KeptObject; picture: KeptObject | null },
): Promise<void> {
  const [edit] = await holdEdit(sql, id);
  if (edit?.status !== "rendering" || edit.version !== version) return;
  const wanted = file.size - (edit.shown ? edit.film.size : 0);
  await sql`select private.take_cut_room(${edit.owner_id}, ${wanted})`;
  const { container, duration, width, height, videoCodec, audioCodec } = made.probe;
  const cut = {
    ...{ store: file.store, storage_key: file.key, storage_type: objects.storageType(file.store) },
    ...{ file_tag: null, size: file.size, duration, width, height, seekable: made.isSeekable },
    ...{ mime_type: mimeTypes[container], video_codec: videoCodec, audio_codec: audioCodec },
    ...{ thumbnail_store: picture?.store ?? null, thumbnail_key: picture?.key ?? null },
    ...{ contact_sheet_store: null, contact_sheet_key: null, contact_sheet: null },
  };
  await sql`select private.show_film(${id}, ${sql.json(cut)}, ${sql.json(made.kept)})`;
  await sql`update private.edits set browser = null where recording_id = ${id}`;
  await followCut(sql, id, edit.shown, made.kept);
  await jobs.send(sql, sheetDrawing, { recording_id: id }, { account: edit.owner_id });
  await jobs.send(sql, objectRemoval, {});
}

async function drawThumbnail(
  { service, objects, log }: CuttingRoom,
  { made, ffmpeg, destination, directory }: Cut & { directory: string },
  signal: AbortSignal,
): Promise<KeptObject | null> {
  if (!ffmpeg) return null;
  const picture = join(directory, "thumbnail.jpg");
  const film = { ...made.probe, at: made.probe.duration / 10 };
  try {
    await drawPicture(ffmpeg, destination, picture, film, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof BrokenMedia)) throw error;
    log.warn({ err: error }, "no thumbnail of a cut");
    return null;
  }
  return keepObject(service, objects, Bun.file(picture), { contentType: "image/jpeg" });
}

const UNKNOWN = "The file of this recording cannot be cut.";
const FULL = "This server has no room left for the cut. Save again when there is some.";

/** The words for an error that no further try would mend; undefined for one that may pass by itself. */
export function wordsOf(error: unknown): string | undefined {
  if (error instanceof BrokenMedia) return error.message;
  if (isFull(error)) return FULL;
  if (error instanceof StoreUnreachable) return error.said?.words;
  if (error instanceof postgres.PostgresError && error.code === "KN402") return error.message;
  return undefined;
}
