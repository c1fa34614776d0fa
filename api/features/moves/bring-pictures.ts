import type { Logger } from "pino";
import type { Db, Sql } from "#api/platform/database.ts";
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
type Kind = (typeof kinds)[number];
type Found = ObjectRef & { owner: string };

/** The pictures of the film that people see, and of the original that lies beside its cut. */
const films = [
  {
    find: (sql: Sql, id: string, kind: Kind, stores: string[]) => sql<Found[]>`
      select ${sql(kind.store)} as store, ${sql(kind.key)} as key, owner_id as owner
        from public.recordings where id = ${id} and ${sql(kind.store)} = any (${stores})
    `,
    /** Only where it has no other picture since. */
    point: (sql: Sql, id: string, kind: Kind, old: ObjectRef, { store, key }: ObjectRef) => sql`
      update public.recordings set ${sql(kind.store)} = ${store}, ${sql(kind.key)} = ${key}
       where id = ${id} and ${sql(kind.store)} = ${old.store} and ${sql(kind.key)} = ${old.key}
      returning 1
    `,
  },
  {
    find: (sql: Sql, id: string, kind: Kind, stores: string[]) => sql<Found[]>`
      select original ->> ${kind.store} as store, original ->> ${kind.key} as key, owner_id as owner
        from private.edits join public.recordings r on r.id = recording_id
       where recording_id = ${id} and original ->> ${kind.store} = any (${stores})
    `,
    point: (sql: Sql, id: string, kind: Kind, old: ObjectRef, { store, key }: ObjectRef) => sql`
      update private.edits set original = original || ${sql.json({ [kind.store]: store, [kind.key]: key })}
       where recording_id = ${id} and original ->> ${kind.store} = ${old.store}
         and original ->> ${kind.key} = ${old.key}
      returning 1
    `,
  },
];

/** A recording's pictures lie where new bytes go, wherever its file is: nobody keeps pictures in a drive. */
export async function bringPictures({ service, objects }: Bearer, id: string): Promise<void> {
  for (const film of films)
    for (const kind of kinds) {
      const [picture] = await service((sql) => film.find(sql, id, kind, elsewhere(objects)));
      if (!picture) continue;
      const point = (sql: Sql, ref: ObjectRef) => film.point(sql, id, kind, picture, ref);
      await bring({ service, objects }, picture, point);
    }
}

/** Only where the copy is the same. */
async function bring(
  { service, objects }: Bearer,
  { owner, ...old }: Found,
  point: (sql: Sql, ref: ObjectRef) => PromiseLike<readonly object[]>,
): Promise<void> {
  const bytes = await bytesOf(objects, old);
  if (bytes === null) return; // gone, which no move mends
  const options = { contentType: "image/jpeg", owner };
  const { store, key } = await keepObject(service, objects, bytes, options);
  const isSame = (await bytesOf(objects, { store, key }))?.equals(bytes) === true;
  const isPlaced = await service(async (sql) => {
    if (!isSame || (await point(sql, { store, key })).length === 0) return false;
    await sql`select private.let_go(${old.store}, ${old.key}), private.strike_off(${store}, ${key})`;
    return true;
  });
  if (!isPlaced) await discardObject(service, objects, { store, key });
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
  const left = await service<{ id: string }[]>`
    select id from public.recordings
     where thumbnail_store = any (${stores}) or contact_sheet_store = any (${stores})
        or id in (select recording_id from private.edits
                   where original ->> 'thumbnail_store' = any (${stores})
                      or original ->> 'contact_sheet_store' = any (${stores}))
     order by random() -- some may never be brought, and keep nobody from a turn
     limit ${AT_ONCE}
  `;
  for (const { id } of left)
    await bringPictures({ service, objects }, id).catch((err) =>
      log.warn({ err, id }, "a picture cannot be brought to its place yet"),
    );
}
