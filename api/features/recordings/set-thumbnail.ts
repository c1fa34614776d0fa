import { requireOwn } from "#api/access/own-recording.ts";
import { invalid, one, tooLarge, wrongType } from "#api/http/errors.ts";
import type { Db } from "#api/platform/database.ts";
import { discardObject, keepObject } from "#api/platform/objects/loose.ts";
import type { Objects } from "#api/platform/objects/objects.ts";
import type { ObjectRef } from "#api/platform/objects/store.ts";
import type { Recording } from "#contract/recordings.ts";

const LARGEST = 2 * 1024 * 1024;
const WORDS = "You may watch this recording, but not change its picture.";

/** A picture of one's own recording; the one before goes. */
export async function setThumbnail(
  { db, service, objects }: { db: Db; service: Db; objects: Objects },
  id: string,
  body: ReadableStream<Uint8Array> | null,
): Promise<Recording> {
  await db((sql) => requireOwn(sql, id, WORDS)); // before the first byte is taken
  const picture = await readPicture(body);
  const kept = await keepObject(service, objects, picture, { contentType: "image/jpeg" });
  try {
    return await referTo(db, id, kept);
  } catch (error) {
    await discardObject(service, objects, kept);
    throw error;
  }
}

async function referTo(db: Db, id: string, { store, key }: ObjectRef): Promise<Recording> {
  return one(
    await db((sql) => sql<Recording[]>`select * from app.set_thumbnail(${id}, ${store}, ${key})`),
  );
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
