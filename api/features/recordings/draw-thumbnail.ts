import { join } from "node:path";
import { requireOwn } from "#api/access/own-recording.ts";
import { conflict, HttpError, one, unavailable } from "#api/http/errors.ts";
import { drawPicture } from "#api/media/picture.ts";
import { BrokenMedia } from "#api/media/probe.ts";
import { containerOfType } from "#api/media/sniff.ts";
import { findFfmpeg } from "#api/media/transcode.ts";
import type { Db } from "#api/platform/database.ts";
import { copyParts } from "#api/platform/objects/parts.ts";
import { Turns } from "#api/platform/turns.ts";
import { type FileWork, inWorkRoom, needRoom } from "#api/platform/work-room.ts";
import type { Recording } from "#contract/recordings.ts";
import { gone } from "./answer-with-media.ts";
import { type Film, NOT_YOURS, type PictureKeeper, setThumbnail } from "./pictures.ts";

type Drawer = PictureKeeper & Pick<FileWork, "workDirectory" | "ffmpegPath">;

/** Seconds. A player may stop so far behind the end. */
const BESIDE = 0.05;

const NOT_READY = "No picture can be drawn of this recording now.";
const NOT_DRAWN =
  "No picture can be drawn of this moment. Choose another one, or a picture of your own.";
const NEEDS_FFMPEG =
  "This server has no ffmpeg, so it cannot draw the picture. Send a picture instead.";

/** The thumbnail from a moment of the film that people see. */
export async function drawThumbnail(
  drawer: Drawer,
  { id, at }: { id: string; at: number },
  signal: AbortSignal,
): Promise<Recording> {
  const film = await ownFilm(drawer.db, id);
  if (at > film.duration + BESIDE)
    throw new HttpError(400, "outside", OUTSIDE, { fields: { at: OUTSIDE } });
  const ffmpeg = await findFfmpeg(drawer.ffmpegPath);
  if (!ffmpeg) throw unavailable(NEEDS_FFMPEG, "no_ffmpeg");
  return inTurn(drawer.account, signal, () =>
    inWorkRoom(drawer, `thumbnail-of-${id}`, async (directory) => {
      const container = containerOfType(film.mime_type);
      if (container === null) throw notDrawn();
      if ((await drawer.objects.size(film.file)) === null) throw gone(id);
      using _room = await needRoom(drawer, { path: directory, bytes: film.file.size });
      const source = join(directory, "source");
      const picture = join(directory, "thumbnail.jpg");
      await copyParts(drawer.objects, [film.file], source);
      const moment = { ...film, container, at };
      await drawPicture(ffmpeg, source, picture, moment, signal).catch((error) => {
        throw error instanceof BrokenMedia ? notDrawn() : error;
      });
      const chosen = { id, own: false, film: film.file.key };
      return setThumbnail(drawer, chosen, Bun.file(picture).stream());
    }),
  );
}

const notDrawn = () => conflict(NOT_DRAWN, "not_drawn");
const OUTSIDE = "The recording ends before this moment.";

async function ownFilm(db: Db, id: string): Promise<Film> {
  const film = await db(async (sql) => {
    await requireOwn(sql, id, NOT_YOURS);
    return one(
      await sql<(Film & { can_draw: boolean })[]>`
        select jsonb_build_object('store', store, 'key', storage_key, 'size', size) as file,
               mime_type, duration, width, height,
               status = 'ready' and playable and storage_key is not null and width > 0
                 and duration is not null as can_draw
          from public.recordings where id = ${id}
      `,
      "Recording not found",
    );
  });
  if (!film.can_draw) throw conflict(NOT_READY, "not_ready");
  return film;
}

const lines = new Turns();

/** One at a time: each needs a copy of its film, and the processor. However many an account asks for, others are next. */
const inTurn = <T>(account: string, signal: AbortSignal, draw: () => Promise<T>): Promise<T> => {
  const oneOfAll = () => lines.run(draw, [{ name: "all", atOnce: 1 }], { signal });
  return lines.run(oneOfAll, [{ name: account, atOnce: 1 }], { signal });
};
