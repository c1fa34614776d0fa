import type { Logger } from "pino";
import type { Db } from "#api/platform/database.ts";
import { discardObject, keepObject } from "#api/platform/objects/loose.ts";
import type { Objects } from "#api/platform/objects/objects.ts";
import type { ObjectRef } from "#api/platform/objects/store.ts";

interface Bearer {
  service: Db;
  objects: Pick<Objects, "home" | "stores" | "get" | "put" | "remove">;
}

/** A picture in a store that this server is not connected to keeps no recording from its way. */
const elsewhere = ({ stores, home }: Bearer["objects"]) => stores.filter((name) => name !== home);

const kinds = [
  { store: "thumbnail_store", key: "thumbnail_key" },
  { store: "contact_sheet_store", key: "contact_sheet_key" },
] as const;

/** A recording's pictures lie where new bytes go, wherever its file is: nobody keeps pictures in a drive. */
export async function bringPictures({ service, objects }: Bearer, id: string): Promise<void> {
  for (const kind of kinds) {
    const [picture] = await service(
      (sql) => sql<(ObjectRef & { owner: string })[]>`
        select ${sql(kind.store)} as store, ${sql(kind.key)} as key, owner_id as owner
          from public.recordings
         where id = ${id} and ${sql(kind.store)} = any (${elsewhere(objects)})
      `,
    );
    if (picture) await bring({ service, objects }, id, kind, picture);
  }
}

/** Only where the copy is the same, and the recording has no other picture since. */
async function bring(
  { service, objects }: Bearer,
  id: string,
  kind: (typeof kinds)[number],
  { owner, ...old }: ObjectRef & { owner: string },
): Promise<void> {
  const bytes = await bytesOf(objects, old);
  if (bytes === null) return; // gone, which no move mends
  const options = { contentType: "image/jpeg", owner };
  const { store, key } = await keepObject(service, objects, bytes, options);
  const isSame = (await bytesOf(objects, { store, key }))?.equals(bytes);
  const [placed] = isSame
    ? await service(
        (sql) => sql`
          with placed as (
            update public.recordings
               set ${sql(kind.store)} = ${store}, ${sql(kind.key)} = ${key}
             where id = ${id} and ${sql(kind.store)} = ${old.store} and ${sql(kind.key)} = ${old.key}
            returning 1
          )
          select private.let_go(${old.store}, ${old.key}), private.strike_off(${store}, ${key})
            from placed
        `,
      )
    : [];
  if (!placed) await discardObject(service, objects, { store, key });
  if (!isSame) throw new Error("The copy of a picture is not what it should be");
}

async function bytesOf(objects: Pick<Objects, "get">, ref: ObjectRef): Promise<Buffer | null> {
  const body = await objects.get(ref);
  return body && Buffer.from(await new Response(body).arrayBuffer());
}

const AT_ONCE = 100;

/** Of recordings that stay where they are when new bytes go elsewhere, and of moves before pictures went along. */
export async function bringLeftPictures({
  service,
  objects,
  log,
}: Bearer & { log: Pick<Logger, "warn"> }): Promise<void> {
  const stores = elsewhere(objects);
  const left = await service(
    (sql) => sql<{ id: string }[]>`
      select id from public.recordings
       where thumbnail_store = any (${stores}) or contact_sheet_store = any (${stores})
       limit ${AT_ONCE}
    `,
  );
  for (const { id } of left)
    await bringPictures({ service, objects }, id).catch((err) =>
      log.warn({ err, id }, "a picture cannot be brought to its place yet"),
    );
}
