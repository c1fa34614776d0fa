import type { Db } from "#api/platform/database.ts";
import type { Drive } from "#api/platform/drive/open.ts";
import type { Objects } from "#api/platform/objects/objects.ts";
import { isKey, type ObjectRef } from "#api/platform/objects/store.ts";
import type { CheckedStore } from "#contract/server.ts";
import { checkDrives } from "./check-drives.ts";

const AT_ONCE = 500;
const EXAMPLES = 20;

interface CheckedServer {
  service: Db;
  objects: Pick<Objects, "stores" | "storageType" | "size" | "keysOf">;
  drive?: Drive | null;
}

/** Compares the rows with the objects that the stores really hold, and changes nothing: the admin who asked decides. */
export async function checkStorage(
  { service, objects, drive }: CheckedServer,
  check: string,
  signal: AbortSignal,
): Promise<void> {
  const names = objects.stores.filter((name) => objects.storageType(name) !== "google_drive");
  const stores = new Map(names.map((name) => [name, nothingYet(name)]));
  await findMissing({ service, objects }, stores, signal);
  for (const found of stores.values()) await findUnknown({ service, objects }, found, signal);
  const all = [...stores.values()];
  if (drive) all.push(await checkDrives(drive, nothingYet(drive.store.name), signal));
  await service(
    (sql) => sql`
      update private.storage_checks
         set finished_at = now(), failure = null, stores = ${sql.json(all)}
       where id = ${check}
    `,
  );
}

/** Marks the check as failed after its last try. */
export const giveUpCheck = (service: Db, check: string) =>
  service`
    update private.storage_checks set finished_at = now(), failure = 'A storage did not answer'
     where id = ${check}
  `;

const nothingYet = (store: string): CheckedStore => ({
  store,
  objects: 0,
  missing: 0,
  missing_examples: [],
  unknown: null,
  unknown_examples: [],
});

async function findMissing(
  { service, objects }: CheckedServer,
  stores: Map<string, CheckedStore>,
  signal: AbortSignal,
): Promise<void> {
  let last: ObjectRef = { store: "", key: "" };
  for (;;) {
    signal.throwIfAborted();
    const { store, key } = last;
    const named = await service<ObjectRef[]>`
      select * from private.objects_named(${store}, ${key}, ${AT_ONCE})
    `;
    const next = named.at(-1);
    if (!next) return;
    last = next;
    const here = named.filter((ref) => stores.has(ref.store));
    const sizes = await Promise.all(here.map((ref) => objects.size(ref)));
    const absent = here.filter((_, i) => sizes[i] === null);
    const lost = await stillNamed(service, absent);
    for (const [name, found] of stores) {
      found.objects += here.filter((ref) => ref.store === name).length;
      for (const { key } of lost.filter((ref) => ref.store === name)) {
        found.missing += 1;
        keepExample(found.missing_examples, key);
      }
    }
  }
}

/** An object that was moved or deleted during the check is not missing. */
async function stillNamed(service: Db, absent: ObjectRef[]): Promise<ObjectRef[]> {
  const unnamed = await Promise.all(
    [...Map.groupBy(absent, ({ store }) => store)].map(async ([store, refs]) => {
      const keys = refs.map(({ key }) => key);
      return namedByNobody(service, store, keys);
    }),
  );
  const gone = new Set(unnamed.flat());
  return absent.filter(({ key }) => !gone.has(key));
}

async function findUnknown(
  { service, objects }: CheckedServer,
  found: CheckedStore,
  signal: AbortSignal,
): Promise<void> {
  const keys = objects.keysOf(found.store);
  if (!keys) return;
  found.unknown = 0;
  for await (const some of keys) {
    signal.throwIfAborted();
    const suspects = await namedByNobody(service, found.store, some);
    for (const key of suspects) {
      // The object and its row may be gone since the store listed it. Objects without a key of ours are never removed.
      if (isKey(key) && (await objects.size({ store: found.store, key })) === null) continue;
      found.unknown += 1;
      keepExample(found.unknown_examples, key);
    }
  }
}

const namedByNobody = async (service: Db, store: string, keys: string[]): Promise<string[]> => {
  const rows = await service<{ key: string }[]>`
    select * from private.objects_nobody_names(${store}, ${keys}) as key
  `;
  return rows.map(({ key }) => key);
};

function keepExample(examples: string[], key: string) {
  if (examples.length < EXAMPLES) examples.push(key);
}
