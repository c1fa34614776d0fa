import type { Recording } from "#contract/recordings.ts";
import { type PictureKeeper, storePicture } from "./store-picture.ts";

const wanted = { what: "thumbnail", largest: 2 * 1024 * 1024, limit: "2 MB" };

/** A picture of one's own recording; the one before goes. */
export const setThumbnail = (
  keeper: PictureKeeper,
  id: string,
  body: ReadableStream<Uint8Array> | null,
): Promise<Recording> =>
  storePicture(keeper, {
    ...{ id, body, wanted },
    refusal: "You may watch this recording, but not change its picture.",
    refer: (sql, { store, key }) => sql`select * from app.set_thumbnail(${id}, ${store}, ${key})`,
  });
