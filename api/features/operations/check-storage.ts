import type { Logger } from "pino";
import type { Db } from "#api/platform/database.ts";
import type { Drive } from "#api/platform/drive/open.ts";
import type { Objects } from "#api/platform/objects/objects.ts";
import { isKey, type ObjectRef } from "#api/platform/objects/store.ts";
import type { CheckedStore } from "#contract/server.ts";
import { checkDrives, keepExample } from "./check-drives.ts";

const AT_ONCE = 500;
/** A store that refuses so many at once and tells of none is away, or lets nobody in. */
const MOST_REFUSED = 3;

interface CheckedServer {
  service: Db;
  objects: Pick<Objects, "stores" | "storageType" | "size" | "keysOf">;
  drive?: Drive | null;
  log: Pick<Logger, "warn">;
}

/** Compares the rows with the objects that the stores really hold, and changes nothing: the admin who asked decides. */
export async function checkStorage(
  { drive, ...server }: CheckedServer,
  check: string,
  signal: AbortSignal,
): Promise<void> {
  const { service, objects } = server;
  const names = objects.stores.filter((name) => objects.storageType(name) !== "google_drive");
  const stores = new Map(names.map((name) => [name, nothingYet(name)]));
  await findMissing(server, stores, signal);
  for (const found of stores.values()) await findUnknown(server, found, signal);
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
  server: CheckedServer,
  stores: Map<string, CheckedStore>,
  signal: AbortSignal,
): Promise<void> {
  let last: ObjectRef = { store: "", key: "" };
  for (;;) {
    signal.throwIfAborted();
    const { store, key } = last;
    const named = await server.service<ObjectRef[]>`
      select * from private.objects_named(${store}, ${key}, ${AT_ONCE})
    `;
    const next = named.at(-1);
    if (!next) return;
    last = next;
    for (const [name, refs] of Map.groupBy(named, ({ store }) => store)) {
      const found = stores.get(name);
      if (found) await lookAt(server, found, refs);
    }
  }
}

/** An object of which the store tells nothing keeps no other from the check. */
async function lookAt(
  { service, objects, log }: CheckedServer,
  found: CheckedStore,
  refs: ObjectRef[],
): Promise<void> {
  const sizes = await Promise.all(
    refs.map((ref) => objects.size(ref).catch((error: Error) => error)),
  );
  const refused = sizes.filter((size) => size instanceof Error);
  if (refused.length >= MOST_REFUSED && refused.length === refs.length) throw refused[0];
  for (const err of refused) log.warn({ err, store: found.store }, "an object was not looked at");
  const absent = refs.filter((_, i) => sizes[i] === null).map(({ key }) => key);
  // An object that was moved or deleted during the check is not missing.
  const gone = new Set(await namedByNobody(service, found.store, absent));
  const lost = absent.filter((key) => !gone.has(key));
  found.objects += refs.length;
  found.refused = (found.refused ?? 0) + refused.length;
  found.missing += lost.length;
  for (const key of lost) keepExample(found.missing_examples, key);
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
      const ref = { store: found.store, key };
      if (isKey(key) && (await objects.size(ref).catch(() => undefined)) === null) continue;
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
