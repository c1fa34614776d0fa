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
export interface PictureKeeper extends Acting {
  objects: Objects;
}

/** `film` is the key of the file that the picture was drawn of here: another one may be shown by now. */
interface ChosenThumbnail {
  id: string;
  own: boolean;
  film?: string;
  film_size?: number | undefined;
}

/** A picture of one's own recording; the one before goes. */
export const setThumbnail = (
  keeper: PictureKeeper,
  { id, own, film, film_size }: ChosenThumbnail,
  body: ReadableStream<Uint8Array> | null,
): Promise<Recording> =>
  storePicture(keeper, {
    ...{ id, body },
    wanted: { what: "thumbnail", largest: 2 * 1024 * 1024, limit: "2 MB" },
    refusal: NOT_YOURS,
    refer: (sql, { store, key }) => sql`
      select * from app.set_thumbnail(${id}, ${store}, ${key}, ${own}, ${film ?? null}, ${film_size ?? null})
    `,
  });

export const NOT_YOURS = "You may watch this recording, but not change its picture.";

/** Pictures of the moments of one's own recording, as its recorder made them; those before go. */
export const setContactSheet = (
  keeper: PictureKeeper,
  { id, shape }: { id: string; shape: SheetShape },
  body: ReadableStream<Uint8Array> | null,
): Promise<Recording> =>
  storePicture(keeper, {
    ...{ id, body },
    wanted: { what: "contact sheet", largest: LARGEST_SHEET_BYTES, limit: "300 KB" },
    refusal: "You may watch this recording, but not change its pictures.",
    refer: (sql, { store, key }) => sql`
      select * from app.set_contact_sheet(
        ${id}, ${store}, ${key}, ${shape.tiles}, ${shape.seconds_each},
        ${shape.tile_width}, ${shape.tile_height})
    `,
  });

interface Picture {
  /** The id of the recording. */
  id: string;
  body: ReadableStream<Uint8Array> | null;
  /** The picture's name and its largest size, in the words of a refusal. */
  wanted: { what: string; largest: number; limit: string };
  /** The refusal for a person who may only watch. */
  refusal: string;
  /** Makes the recording refer to the new picture. */
  refer: (sql: Sql, kept: ObjectRef) => Promise<Recording[]>;
}

/** Keeps a JPEG for one's own recording; no byte of it stays where no row can refer to it. */
async function storePicture(
  { db, service, objects, account }: PictureKeeper,
  { id, body, wanted, refusal, refer }: Picture,
): Promise<Recording> {
  await db((sql) => requireOwn(sql, id, refusal)); // before the first byte is taken
  const picture = await readJpeg(body, wanted);
  const kind = { contentType: "image/jpeg", owner: account };
  const kept = await keepObject(service, objects, picture, kind);
  return orDiscard({ service, objects }, kept, async () =>
    one(await db((sql) => refer(sql, kept))),
  );
}

/** A picture from outside, whole. */
async function readJpeg(
  body: ReadableStream<Uint8Array> | null,
  { what, largest, limit }: Picture["wanted"],
): Promise<Uint8Array> {
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
