import { forbidden, one } from "#api/http/errors.ts";
import type { Representation } from "#api/http/ranges.ts";
import type { Db } from "#api/platform/database.ts";
import type { ObjectPart } from "#api/platform/objects/parts.ts";
import type { ObjectRef } from "#api/platform/objects/store.ts";

export const LIVE_OFF = "The owner of this link shows the recording when it is finished.";

/** Where a recording's bytes are and what this caller may do with them. */
export interface Media {
  filename: string;
  mime_type: string;
  status: string;
  size: number;
  /** The one file it has; until then the parts are that file. */
  file: (ObjectRef & { tag: string }) | null;
  parts: ObjectPart[] | null;
  changed_at: Date;
  thumbnail: ObjectRef | null;
  contact_sheet: ObjectRef | null;
  can_download: boolean;
  can_edit: boolean;
  /** When this film took the place of another; null where there was none. */
  shown_at: Date | null;
  /** The caller's link shows it when it is finished, and not before. */
  is_withheld: boolean;
}

interface Wishes {
  /** Since when the caller watches: what began before there was a better file goes on with the one it began with. */
  watchingSince?: Date | undefined;
  /** The original instead of its cut: for people who may edit, and for nobody else. */
  ofOriginal?: boolean;
}

export async function findMedia(
  db: Db,
  id: string,
  { watchingSince, ofOriginal = false }: Wishes = {},
): Promise<Media> {
  const rows = await db<Media[]>`
    select m.*, m.status = 'recording' and app.withholds_live(${id}) as is_withheld
      from app.open_media(${id}, ${watchingSince ?? null}, ${ofOriginal}) m
  `;
  return one(rows);
}

export function requireDownload(media: Media): Media {
  if (!media.can_download)
    throw forbidden("This link lets you watch the recording, but not download it.", "view_only");
  return media;
}

export function requireShown(media: Media): Media {
  if (media.is_withheld) throw forbidden(LIVE_OFF, "live_off");
  return media;
}

/** Objects never change, so a key is as good as a hash; parts are only added, and a move changes no byte. */
export function representationOf({ file, parts, size, changed_at }: Media): Representation {
  const tag = file?.tag ?? parts?.[0]?.key ?? "";
  return {
    size,
    etag: `"${tag.replaceAll("/", "-")}-${size}"`,
    lastModified: changed_at.toUTCString(),
  };
}
