import { requireOwn } from "#api/access/own-recording.ts";
import { one } from "#api/http/errors.ts";
import type { Db } from "#api/platform/database.ts";
import { discardObject, keepObject } from "#api/platform/objects/loose.ts";
import type { Objects } from "#api/platform/objects/objects.ts";
import { LARGEST_SHEET_BYTES, type SheetShape } from "#contract/contact-sheets.ts";
import type { Recording } from "#contract/recordings.ts";
import { readJpeg } from "./read-jpeg.ts";

const wanted = { what: "contact sheet", largest: LARGEST_SHEET_BYTES, limit: "300 KB" };
const WORDS = "You may watch this recording, but not change its pictures.";

/** Pictures of the moments of one's own recording, as its recorder made them; those before go. */
export async function setContactSheet(
  { db, service, objects }: { db: Db; service: Db; objects: Objects },
  { id, shape }: { id: string; shape: SheetShape },
  body: ReadableStream<Uint8Array> | null,
): Promise<Recording> {
  await db((sql) => requireOwn(sql, id, WORDS)); // before the first byte is taken
  const sheet = await readJpeg(body, wanted);
  const kept = await keepObject(service, objects, sheet, { contentType: "image/jpeg" });
  try {
    const set = await db(
      (sql) => sql<Recording[]>`
        select * from app.set_contact_sheet(
          ${id}, ${kept.store}, ${kept.key}, ${shape.tiles}, ${shape.seconds_each},
          ${shape.tile_width}, ${shape.tile_height})
      `,
    );
    return one(set);
  } catch (error) {
    await discardObject(service, objects, kept);
    throw error;
  }
}
