import type { Acting } from "#api/access/account.ts";
import { requireOwn } from "#api/access/own-recording.ts";
import { invalid, notFound, one, tooLarge, wrongType } from "#api/http/errors.ts";
import { bytesWithin } from "#api/platform/bytes-within.ts";
import type { Sql } from "#api/platform/database.ts";
import { keepObject, orDiscard } from "#api/platform/objects/loose.ts";
import type { Objects } from "#api/platform/objects/objects.ts";
import type { ObjectPart } from "#api/platform/objects/parts.ts";
import type { ObjectRef } from "#api/platform/objects/store.ts";
import { LARGEST_SHEET_BYTES, type SheetShape } from "#contract/contact-sheets.ts";
import type { Recording } from "#contract/recordings.ts";

/** A recording's file, as pictures are drawn of it. */
export interface Film {
  file: ObjectPart;
  mime_type: string;
  duration: number;
  width: number;
  height: number;
}

/** Small, and asked for often: we send it ourselves, wherever it lies. */
export async function answerWithPicture(
  request: Request,
  objects: Objects,
  picture: ObjectRef | null,
  { can_edit }: { can_edit: boolean },
): Promise<Response> {
  if (!picture) throw none();
  const etag = `"${picture.key.replaceAll("/", "-")}"`;
  const headers = {
    ETag: etag,
    "Cache-Control": can_edit ? "private, max-age=300" : "private, no-cache",
  };
  if (request.headers.get("If-None-Match")?.includes(etag))
    return new Response(null, { status: 304, headers });
  const body = await objects.get(picture);
  if (body === null) throw none();
  return new Response(body, { headers: { ...headers, "Content-Type": "image/jpeg" } });
}

const none = () => notFound("There is no picture yet.", "no_picture");

/** The parts that are needed to keep a picture. */
export type PictureKeeper = Acting & { objects: Objects };

/** `film` is the key of the file that the picture was drawn of here: another one may be shown by now. */
interface ChosenThumbnail {
  id: string;
  own: boolean;
  film?: string;
  film_size?: number | undefined;
}

type Body = ReadableStream<Uint8Array> | null;

export const NOT_YOURS = "You may watch this recording, but not change its pictures.";

/** A kind of picture, in the words of refusals. */
const thumbnail = { what: "thumbnail", largest: 2 * 1024 * 1024, limit: "2 MB" };
const sheet = { what: "contact sheet", largest: LARGEST_SHEET_BYTES, limit: "300 KB" };

/** A picture of one's own recording; the one before goes. */
export const setThumbnail = (
  keeper: PictureKeeper,
  { id, own, film, film_size }: ChosenThumbnail,
  body: Body,
) =>
  storePicture(
    keeper,
    { ...thumbnail, id, body },
    (sql, { store, key }) => sql`
      select * from app.set_thumbnail(${id}, ${store}, ${key}, ${own}, ${film ?? null}, ${film_size ?? null})
    `,
  );

/** Pictures of the moments of one's own recording, as its recorder made them; those before go. */
export const setContactSheet = (
  keeper: PictureKeeper,
  { id, shape }: { id: string; shape: SheetShape },
  body: Body,
) =>
  storePicture(
    keeper,
    { ...sheet, id, body },
    (sql, { store, key }) => sql`
      select * from app.set_contact_sheet(
        ${id}, ${store}, ${key}, ${shape.tiles}, ${shape.seconds_each},
        ${shape.tile_width}, ${shape.tile_height})
    `,
  );

/** Keeps a JPEG for one's own recording; no byte of it stays where no row can refer to it. */
async function storePicture(
  { db, service, objects, account }: PictureKeeper,
  { id, body, ...wanted }: typeof thumbnail & { id: string; body: Body },
  refer: (sql: Sql, kept: ObjectRef) => Promise<Recording[]>,
) {
  await db((sql) => requireOwn(sql, id, NOT_YOURS)); // before the first byte is taken
  const picture = await readJpeg(body, wanted);
  const kind = { contentType: "image/jpeg", owner: account };
  const kept = await keepObject(service, objects, picture, kind);
  return orDiscard({ service, objects }, kept, async () =>
    one(await db((sql) => refer(sql, kept))),
  );
}

/** A picture from outside, whole. */
async function readJpeg(body: Body, { what, largest, limit }: typeof thumbnail) {
  const tooMuch = () => tooLarge(`The ${what} is larger than ${limit}.`);
  const picture = await bytesWithin(largest, body, tooMuch);
  if (picture.length === 0) throw invalid(`The ${what} is empty.`);
  if (!isJpeg(picture)) throw wrongType(`The ${what} must be a JPEG.`);
  return picture;
}

/** A JPEG begins with its own mark, another mark, and ends with the mark of its end. */
function isJpeg(bytes: Buffer): boolean {
  return (
    bytes.length > 100 &&
    bytes.readUIntBE(0, 3) === 0xffd8ff &&
    bytes.subarray(-64).includes(Buffer.from([0xff, 0xd9]))
  );
}
