import type { Db } from "#api/platform/database.ts";
import {
  type Bytes,
  newKey,
  type ObjectStore,
  type PutOptions,
  type StoredObject,
} from "./store.ts";

export interface KeptObject extends StoredObject {
  key: string;
}

/** How long a key may wait for the row that refers to it; nothing under way takes that long. */
const patience = "24 hours";

/**
 * Stores bytes under a new key. The key is noted first, so that the bytes are found and removed
 * if we die before a row refers to them; that row's transaction strikes the note.
 */
export async function keepObject(
  service: Db,
  store: ObjectStore,
  body: Bytes,
  options?: PutOptions,
): Promise<KeptObject> {
  const key = newKey();
  await service(
    (sql) => sql`
      insert into private.loose_objects (storage_key, due_at)
      values (${key}, now() + ${patience}::interval)
    `,
  );
  try {
    return { key, ...(await store.put(key, body, options)) };
  } catch (error) {
    await discardObject(service, store, key);
    throw error;
  }
}

/** Nothing refers to the key and nothing will. What cannot be removed now is left to the job. */
export async function discardObject(service: Db, store: ObjectStore, key: string): Promise<void> {
  await service((sql) => sql`select private.let_go(${key})`);
  await removeLooseObjects(service, store).catch(() => {});
}

const batch = 100;

/** Removes what is due. A key is forgotten only after its bytes are gone, so a failure repeats it. */
export async function removeLooseObjects(service: Db, store: ObjectStore): Promise<void> {
  for (;;) {
    const due = await service(
      (sql) => sql<{ storage_key: string }[]>`
        select storage_key from private.loose_objects
         where due_at <= now() order by due_at limit ${batch}
      `,
    );
    if (due.length === 0) return;
    const keys = due.map(({ storage_key }) => storage_key);
    await store.remove(keys);
    await service(
      (sql) => sql`delete from private.loose_objects where storage_key in ${sql(keys)}`,
    );
  }
}
