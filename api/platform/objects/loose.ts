import type { Db } from "#api/platform/database.ts";
import { LOOSE_SECONDS } from "#contract/durations.ts";
import type { Objects } from "./objects.ts";
import {
  type Bytes,
  newKey,
  type ObjectRef,
  type PutOptions,
  type StoredObject,
  StoreUnreachable,
} from "./store.ts";

export interface KeptObject extends ObjectRef, StoredObject {}

/**
 * Stores bytes at a new place, where new bytes go or in the store that is named. The place is noted first, so that the bytes are found and removed
 * if we die before a row refers to them; that row's transaction strikes the note.
 */
export async function keepObject(
  service: Db,
  objects: Pick<Objects, "home" | "put" | "remove">,
  body: Bytes,
  { store = objects.home, ...options }: PutOptions & { store?: string } = {},
): Promise<KeptObject> {
  const ref = { store, key: newKey() };
  await service`
    insert into private.loose_objects (store, storage_key, due_at, account)
    values (${ref.store}, ${ref.key}, now() + ${LOOSE_SECONDS} * interval '1 second', ${options.owner ?? null})
  `;
  try {
    return { ...ref, ...(await objects.put(ref, body, options)) };
  } catch (error) {
    // A store that is away is not asked again while somebody waits: the job does it.
    const isAway = error instanceof StoreUnreachable;
    await discardObject(service, isAway ? { remove: () => Promise.reject(error) } : objects, ref);
    throw error;
  }
}

/**
 * Nothing will refer to it. Where a row does after all, because the answer to its transaction was lost on
 * the way, the note is struck off and the bytes stay. An object that cannot be removed now is left to the job.
 */
export async function discardObject(
  service: Db,
  objects: Pick<Objects, "remove">,
  ref: ObjectRef,
): Promise<void> {
  const [noted] = await service`
    update private.loose_objects set due_at = now()
     where store = ${ref.store} and storage_key = ${ref.key} returning 1
  `;
  if (noted) await removeObjects(ref.store, [ref.key], service, objects).catch(() => {});
}

/** Runs the step that makes a row refer to the object; where the step fails, the object is discarded. */
export async function orDiscard<Done>(
  tools: { service: Db; objects: Pick<Objects, "remove"> },
  ref: ObjectRef,
  refer: () => Promise<Done>,
): Promise<Done> {
  try {
    return await refer();
  } catch (error) {
    await discardObject(tools.service, tools.objects, ref);
    throw error;
  }
}

const BATCH = 100;
/** A store that refuses so many and has removed none is away, or lets nobody in. */
const MOST_REFUSED = 3;

/** Removes all objects that nobody wants; an object that cannot go keeps no other. */
export const clearStores = (
  service: Db,
  objects: Pick<Objects, "stores" | "remove" | "endForsaken">,
): Promise<void> =>
  removeLooseObjects(service, objects).finally(() => endForsakenUploads(service, objects));

/** Removes what is due, from each store for itself: one that cannot be reached keeps no other waiting. */
export async function removeLooseObjects(
  service: Db,
  objects: Pick<Objects, "stores" | "remove">,
): Promise<void> {
  const collections = objects.stores.map((store) => removeFrom(store, service, objects));
  const failures = (await Promise.all(collections)).flat();
  if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join("; "));
}

/** Noted objects are left to `removeLooseObjects`. */
async function endForsakenUploads(
  service: Db,
  objects: Pick<Objects, "stores" | "endForsaken">,
): Promise<void> {
  for (const store of objects.stores)
    await objects.endForsaken(store, async (keys) => {
      const noted = await service<{ storage_key: string }[]>`
        select storage_key from private.loose_objects
         where store = ${store} and storage_key = any (${keys})
      `;
      return noted.map(({ storage_key }) => storage_key);
    });
}

/** An object that cannot be removed keeps no other waiting: it is found among them, and comes after them the next time. */
async function removeFrom(
  store: string,
  service: Db,
  objects: Pick<Objects, "remove">,
): Promise<unknown[]> {
  const refused = new Map<string, unknown>();
  for (let [most, removed] = [BATCH, 0]; removed > 0 || refused.size < MOST_REFUSED; ) {
    const due = await service<{ storage_key: string }[]>`
      select storage_key from private.loose_objects
       where store = ${store} and due_at <= now() and storage_key <> all (${[...refused.keys()]})
       order by due_at limit ${most}
    `;
    const [first, ...others] = due.map(({ storage_key }) => storage_key);
    if (first === undefined) break;
    try {
      await removeObjects(store, [first, ...others], service, objects);
      removed += due.length;
      most = Math.min(BATCH, 2 * most);
    } catch (error) {
      most = 1;
      if (others.length > 0) continue;
      refused.set(first, error);
      await service`
        update private.loose_objects set due_at = now()
         where store = ${store} and storage_key = ${first}
      `;
    }
  }
  return [...refused.values()];
}

/** An object is forgotten only after its bytes are gone, so a failure repeats it. */
async function removeObjects(
  store: string,
  keys: string[],
  service: Db,
  objects: Pick<Objects, "remove">,
): Promise<void> {
  await objects.remove(keys.map((key) => ({ store, key })));
  await service`
    delete from private.loose_objects where store = ${store} and storage_key = any (${keys})
  `;
}
