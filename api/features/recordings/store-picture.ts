import { requireOwn } from "#api/access/own-recording.ts";
import { one } from "#api/http/errors.ts";
import type { Db, Sql } from "#api/platform/database.ts";
import { discardObject, keepObject } from "#api/platform/objects/loose.ts";
import type { Objects } from "#api/platform/objects/objects.ts";
import type { ObjectRef } from "#api/platform/objects/store.ts";
import type { Recording } from "#contract/recordings.ts";
import { readJpeg } from "./read-jpeg.ts";

/** The parts that are needed to keep a picture. */
export interface PictureKeeper {
  db: Db;
  service: Db;
  objects: Objects;
  account: string;
}

interface Picture {
  /** The id of the recording. */
  id: string;
  body: ReadableStream<Uint8Array> | null;
  /** The limits of the picture, in the words of a refusal. */
  wanted: Parameters<typeof readJpeg>[1];
  /** The refusal for a person who may only watch. */
  refusal: string;
  /** Makes the recording refer to the new picture; the one before goes. */
  refer: (sql: Sql, kept: ObjectRef) => Promise<Recording[]>;
}

/** Keeps a JPEG for one's own recording; no byte of it stays where no row can refer to it. */
export async function storePicture(
  { db, service, objects, account }: PictureKeeper,
  { id, body, wanted, refusal, refer }: Picture,
): Promise<Recording> {
  await db((sql) => requireOwn(sql, id, refusal)); // before the first byte is taken
  const picture = await readJpeg(body, wanted);
  const kind = { contentType: "image/jpeg", owner: account };
  const kept = await keepObject(service, objects, picture, kind);
  try {
    return one(await db((sql) => refer(sql, kept)));
  } catch (error) {
    await discardObject(service, objects, kept);
    throw error;
  }
}
