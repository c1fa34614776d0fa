import { downloadName } from "#api/http/content-disposition.ts";
import { extensionOf } from "#api/media/sniff.ts";
import type { Db } from "#api/platform/database.ts";
import type { Objects } from "#api/platform/objects/objects.ts";
import type { ObjectRef } from "#api/platform/objects/store.ts";

/** The title that it has by now: of several changes the last one counts, in whatever order they are told. */
export async function nameFile(
  { service, objects }: { service: Db; objects: Pick<Objects, "rename"> },
  id: string,
): Promise<void> {
  const [named] = await service<(ObjectRef & { filename: string; mime_type: string })[]>`
    select filename, mime_type, store, storage_key as key
      from public.recordings where id = ${id} and store is not null and missing is null
  `;
  if (named)
    await objects.rename(named, downloadName(named.filename, extensionOf(named.mime_type)));
}
