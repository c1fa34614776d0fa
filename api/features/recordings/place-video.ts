import type { Prepared } from "#api/media/prepare.ts";
import { mimeTypes } from "#api/media/sniff.ts";
import type { Db, Sql } from "#api/platform/database.ts";
import { discardObject, keepObject } from "#api/platform/objects/loose.ts";
import type { Objects } from "#api/platform/objects/objects.ts";
import type { ObjectPart } from "#api/platform/objects/parts.ts";
import type { StorageType } from "#contract/recordings.ts";
import { askForContactSheet } from "./draw-contact-sheet.ts";
import type { ProcessingContext } from "./processing-context.ts";

export interface Placing {
  id: string;
  /** The path of a better file than the one that came; null when there is none. */
  path: string | null;
  /** The file as it came. */
  source: string;
  parts: ObjectPart[];
  /** The type that the parts were stored under. */
  receivedAs: string;
  prepared: Prepared;
}

/** Gives the recording one file of its own and calls it ready, all at once. */
export async function placeVideo(
  context: ProcessingContext,
  { id, path, source, parts, receivedAs, prepared }: Placing,
): Promise<void> {
  const { service, objects } = context;
  const isTyped = receivedAs === mimeTypes[prepared.probe.container];
  const isAsItCame = path === null && parts.length === 1 && isTyped;
  // A single part is the file already, if it lies in the store of finished files under its true type.
  const onlyPart = isAsItCame ? parts.find(({ store }) => store === objects.home) : undefined;
  const file = onlyPart ?? (await keepFile(service, objects, path ?? source, prepared));
  const isPlaced = await service(async (sql) => {
    const [placed] = await finish(sql, id, file, objects.storageType(file.store), prepared);
    if (!placed) return false;
    if (onlyPart) await forgetPart(sql, id);
    else await sql`update public.uploads set replaced_at = now() where recording_id = ${id}`;
    await sql`select private.strike_off(${file.store}, ${file.key})`;
    await askForContactSheet(sql, context, placed);
    return true;
  });
  // Deleted while we worked: no row will ever refer to our file.
  if (!isPlaced && !onlyPart) await discardObject(service, objects, file);
}

async function keepFile(service: Db, objects: Objects, path: string, { probe }: Prepared) {
  const contentType = mimeTypes[probe.container];
  return keepObject(service, objects, Bun.file(path), { contentType });
}

/** The only part has become the file: its row as a part goes. */
const forgetPart = (sql: Sql, id: string) => sql`
  delete from private.upload_parts p using public.uploads u
   where u.id = p.upload_id and u.recording_id = ${id}
`;

type Placed = Parameters<typeof askForContactSheet>[2];

function finish(
  sql: Sql,
  id: string,
  file: ObjectPart,
  storageType: StorageType,
  prepared: Prepared,
) {
  const { probe, isPlayable, isSeekable } = prepared;
  return sql<Placed[]>`
    update public.recordings set
      status = 'ready',
      progress = null,
      storage_type = ${storageType},
      store = ${file.store},
      storage_key = ${file.key},
      size = ${file.size},
      mime_type = ${mimeTypes[probe.container]},
      duration = ${probe.duration},
      width = ${probe.width},
      height = ${probe.height},
      video_codec = ${probe.videoCodec},
      audio_codec = ${probe.audioCodec},
      playable = ${isPlayable},
      seekable = ${isSeekable},
      audio_level_db = ${prepared.audioLevel}
     where id = ${id} and status = 'processing' and storage_key is null
    returning id, owner_id, playable, contact_sheet_key
  `;
}
