import { LARGEST_SHEET_BYTES, type SheetShape } from "#contract/contact-sheets.ts";
import type { Recording } from "#contract/recordings.ts";
import { type PictureKeeper, storePicture } from "./store-picture.ts";

const wanted = { what: "contact sheet", largest: LARGEST_SHEET_BYTES, limit: "300 KB" };

/** Pictures of the moments of one's own recording, as its recorder made them; those before go. */
export const setContactSheet = (
  keeper: PictureKeeper,
  { id, shape }: { id: string; shape: SheetShape },
  body: ReadableStream<Uint8Array> | null,
): Promise<Recording> =>
  storePicture(keeper, {
    ...{ id, body, wanted },
    refusal: "You may watch this recording, but not change its pictures.",
    refer: (sql, { store, key }) => sql`
      select * from app.set_contact_sheet(
        ${id}, ${store}, ${key}, ${shape.tiles}, ${shape.seconds_each},
        ${shape.tile_width}, ${shape.tile_height})
    `,
  });
