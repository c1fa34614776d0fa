import { invalid, notFound, one, tooLarge, wrongType } from "#api/http/errors.ts";
import type { Db } from "#api/platform/database.ts";
import { keepObject } from "#api/platform/objects/loose.ts";
import type { Objects } from "#api/platform/objects/objects.ts";
import type { Recording } from "#contract/recordings.ts";
import { openMedia } from "./media.ts";

const LARGEST = 2 * 1024 * 1024;

export async function storeThumbnail(
  { db, service, objects }: { db: Db; service: Db; objects: Objects },
  id: string,
  body: ReadableStream<Uint8Array> | null,
): Promise<Recording> {
  const picture = await readPicture(body);
  const { store, key } = await keepObject(service, objects, picture, {
    contentType: "image/jpeg",
  });
  return one(
    await db((sql) => sql<Recording[]>`select * from app.set_thumbnail(${id}, ${store}, ${key})`),
  );
}

/** Small, and asked for often: we send it ourselves, wherever it lies. */
export async function serveThumbnail(
  { db, objects }: { db: Db; objects: Objects },
  id: string,
  request: Request,
): Promise<Response> {
  const { thumbnail } = await openMedia(db, id);
  if (!thumbnail) throw notFound("There is no thumbnail yet.", "no_thumbnail");
  const etag = `"${thumbnail.key.replace("/", "-")}"`;
  const headers = { ETag: etag, "Cache-Control": "private, max-age=300" };
  if (request.headers.get("If-None-Match")?.includes(etag))
    return new Response(null, { status: 304, headers });
  const body = await objects.get(thumbnail);
  if (body === null) throw notFound("There is no thumbnail yet.", "no_thumbnail");
  return new Response(body, { headers: { ...headers, "Content-Type": "image/jpeg" } });
}

async function readPicture(body: ReadableStream<Uint8Array> | null): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > LARGEST) throw tooLarge("The thumbnail is larger than 2 MB.");
    chunks.push(chunk);
  }
  const picture = Buffer.concat(chunks);
  if (picture.length === 0) throw invalid("The thumbnail is empty.");
  if (!isJpeg(picture)) throw wrongType("The thumbnail must be a JPEG.");
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
