import { requireOwn } from "#api/access/own-recording.ts";
import { one } from "#api/http/errors.ts";
import type { Db } from "#api/platform/database.ts";
import { discardObject, keepObject } from "#api/platform/objects/loose.ts";
import type { Objects } from "#api/platform/objects/objects.ts";
import type { ObjectRef } from "#api/platform/objects/store.ts";
import type { Recording } from "#contract/recordings.ts";
import { readJpeg } from "./read-jpeg.ts";

const wanted = { what: "thumbnail", largest: 2 * 1024 * 1024, limit: "2 MB" };
const WORDS = "You may watch this recording, but not change its picture.";

/** A picture of one's own recording; the one before goes. */
export async function setThumbnail(
  { db, service, objects }: { db: Db; service: Db; objects: Objects },
  id: string,
  body: ReadableStream<Uint8Array> | null,
): Promise<Recording> {
  await db((sql) => requireOwn(sql, id, WORDS)); // before the first byte is taken
  const picture = await readJpeg(body, wanted);
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
