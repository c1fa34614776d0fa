import { downloadName } from "#api/http/content-disposition.ts";
import { extensionOf } from "#api/media/sniff.ts";
import type { Db } from "#api/platform/database.ts";
import { discardObject, keepObject } from "#api/platform/objects/loose.ts";
import type { Objects } from "#api/platform/objects/objects.ts";
import { type ObjectRef, StoreUnreachable } from "#api/platform/objects/store.ts";
import { DriveProblem } from "#contract/drive.ts";

export interface Delivering {
  service: Db;
  objects: Objects;
}

interface Claimed extends ObjectRef {
  owner_id: string;
  filename: string;
  mime_type: string;
  size: number;
}

/** While it is carried for longer, its job is in the queue, and no other is sent. */
const CLAIM_SECONDS = 120;

/** Moves a recording from here to its owner's drive. Two tries at once harm nothing: each has a file of its own. */
export async function deliverRecording(world: Delivering, id: string): Promise<void> {
  const { service, objects } = world;
  const store = objects.storeFor("google_drive");
  if (store === undefined) return;
  const [claimed] = await service<Claimed[]>`
    select * from private.claim_delivery(${id}, ${CLAIM_SECONDS}) where not private.is_trashed(${id})
  `;
  if (!claimed) return; // somebody is at it, or it is done, or deleted, or waits in the trash
  try {
    await carry(world, id, claimed, store);
  } catch (error) {
    await putOff(service, id, error);
    if (!(error instanceof StoreUnreachable)) throw error;
  }
}

async function carry({ service, objects }: Delivering, id: string, from: Claimed, store: string) {
  const body = await objects.get(from);
  if (body === null) {
    // No later try finds them. A recording that got another file meanwhile waits on.
    await service`
      delete from private.deliveries d using public.recordings r
       where d.recording_id = ${id} and r.id = ${id} and r.store = ${from.store} and r.storage_key = ${from.key}
    `;
    throw new Error(`The bytes of ${id} are gone`);
  }
  const copy = await keepObject(service, objects, body, {
    ...{ store, owner: from.owner_id, contentType: from.mime_type },
    name: downloadName(from.filename, extensionOf(from.mime_type)),
  });
  try {
    if (copy.size !== from.size)
      throw new Error(`${copy.size} bytes went to the drive, not ${from.size}`);
    const [placed] = await place(service, id, from, copy);
    // The recording may have been renamed on the way.
    if (placed && placed.filename !== from.filename) await nameFile({ service, objects }, id);
  } finally {
    // Unless it is the recording's: that may have been deleted, moved or carried by another try meanwhile.
    await discardObject(service, objects, copy);
  }
}

/** From here on it lies there. Its former file stays for people who are reading it this moment. */
const place = (service: Db, id: string, from: ObjectRef, { store, key }: ObjectRef) =>
  service<{ filename: string }[]>`
    with placed as (
      update public.recordings set store = ${store}, storage_key = ${key},
             storage_type = 'google_drive', file_tag = coalesce(file_tag, storage_key)
       where id = ${id} and store = ${from.store} and storage_key = ${from.key} and deleted_at is null
      returning id, filename
    ), carried as (delete from private.deliveries using placed where recording_id = placed.id), former as (
      insert into private.loose_objects (store, storage_key, due_at)
      select ${from.store}, ${from.key}, now() + interval '1 minute' from placed
      on conflict (store, storage_key) do update set due_at = excluded.due_at
    )
    select filename, private.strike_off(${store}, ${key}) from placed
  `;

/** Each time later, up to an hour. It plays from here all the while. */
async function putOff(service: Db, id: string, error: unknown): Promise<void> {
  const said = error instanceof StoreUnreachable ? error.said?.code : undefined;
  const problem = DriveProblem.safeParse(said).data ?? "drive_unavailable";
  await service`
    update private.deliveries set
      tries = tries + 1, claimed_until = null, problem = ${problem},
      due_at = now() + least(interval '1 hour', interval '30 seconds' * power(2, least(tries, 10)))
     where recording_id = ${id}
  `;
}

/** The title that it has by now, whatever was told before. Returns the owner where their drive does not give the file. */
export async function nameFile({ service, objects }: Delivering, id: string) {
  const [named] = await service<(Omit<Claimed, "size"> & { missing: string | null })[]>`
    select owner_id, filename, mime_type, missing, store, storage_key as key
      from public.recordings where id = ${id} and store is not null
  `;
  if (named && !named.missing)
    await objects.rename(named, downloadName(named.filename, extensionOf(named.mime_type)));
  return named?.missing ? named.owner_id : undefined;
}
