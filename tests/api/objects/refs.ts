import type { ObjectRef } from "#api/platform/objects/store.ts";
import type { TestApp } from "#tests/support/app.ts";

/** Every object that the rows of a recording refer to. */
export async function refsOf({ database }: TestApp, recording: string): Promise<ObjectRef[]> {
  return database.pool<ObjectRef[]>`
    select p.store, p.storage_key as key
      from public.uploads u join private.upload_parts p on p.upload_id = u.id
     where u.recording_id = ${recording}
    union all
    select store, storage_key from public.recordings where id = ${recording} and store is not null
    union all
    select thumbnail_store, thumbnail_key from public.recordings
     where id = ${recording} and thumbnail_store is not null
    union all
    select contact_sheet_store, contact_sheet_key from public.recordings
     where id = ${recording} and contact_sheet_store is not null
  `;
}
