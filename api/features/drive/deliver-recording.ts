import { downloadName } from "#api/http/content-disposition.ts";
import { extensionOf } from "#api/media/sniff.ts";
import type { Db } from "#api/platform/database.ts";
import type { Objects } from "#api/platform/objects/objects.ts";
import { type ObjectRef, StoreUnreachable } from "#api/platform/objects/store.ts";
import { DriveProblem } from "#contract/drive.ts";
import { LOOSE_SECONDS } from "#contract/durations.ts";

export interface Delivering {
  service: Db;
  objects: Objects;
}

interface Claimed {
  owner_id: string;
  filename: string;
  mime_type: string;
  size: number;
  store: string;
  key: string;
}

const CLAIM_SECONDS = 120;
const SAY_SO_EVERY_MS = 30_000;

/** Moves a recording from here to its owner's drive, under the same key: viewers notice nothing. */
export async function deliverRecording(world: Delivering, id: string): Promise<void> {
  const { service, objects } = world;
  const store = objects.storeFor("google_drive");
  if (store === undefined) return;
  const [claimed] = await service<Claimed[]>`
    select * from private.claim_delivery(${id}, ${CLAIM_SECONDS})
  `;
  if (!claimed) return; // somebody is at it, or it is done, or deleted
  const stillHere = setInterval(() => void claimOn(service, id), SAY_SO_EVERY_MS);
  try {
    await carry(world, id, claimed, { store, key: claimed.key });
  } catch (error) {
    await putOff(service, id, error);
    if (!(error instanceof StoreUnreachable)) throw error;
  } finally {
    clearInterval(stillHere);
  }
}

async function carry({ service, objects }: Delivering, id: string, from: Claimed, to: ObjectRef) {
  const body = await objects.get({ store: from.store, key: from.key });
  if (body === null) throw new Error(`The bytes of ${id} are gone`);
  await note(service, to);
  const { size } = await objects.put(to, body, {
    owner: from.owner_id,
    name: downloadName(from.filename, extensionOf(from.mime_type)),
    contentType: from.mime_type,
  });
  if (size !== from.size) throw new Error(`${size} bytes went to the drive, not ${from.size}`);
  const [swapped] = await service<{ done: boolean }[]>`
    select private.delivered(${id}, ${from.store}, ${from.key}, ${to.store}) as done
  `;
  // Deleted or moved while it was carried: nobody refers to what we made.
  if (!swapped?.done) await objects.remove([to]);
}

/** Found and removed if we die before a row refers to it. */
const note = (service: Db, { store, key }: ObjectRef) =>
  service`
    insert into private.loose_objects (store, storage_key, due_at)
    values (${store}, ${key}, now() + ${LOOSE_SECONDS} * interval '1 second')
    on conflict (store, storage_key) do update set due_at = excluded.due_at
  `;

const claimOn = (service: Db, id: string) =>
  service`
    update private.deliveries set claimed_until = now() + make_interval(secs => ${CLAIM_SECONDS})
     where recording_id = ${id}
  `.catch(() => {}); // the next one says it

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
