import { badRequest, one } from "#api/http/errors.ts";
import type { Db } from "#api/platform/database.ts";
import type { ChangeFolder, Folder, NewFolder } from "#contract/folders.ts";

const NOT_HERE = "This folder does not exist.";

/** Counted once for all folders, not once for each. */
export const listFolders = (db: Db) =>
  db<Folder[]>`
    select f.*, coalesce(held.recordings, 0)::int as recordings
      from public.folders f
      left join (
        select folder_id, count(*) as recordings from public.recordings
         where owner_id = (select auth.uid()) and folder_id is not null group by folder_id
      ) held on held.folder_id = f.id
     order by f.name collate app.by_title, f.id
  `;

export const createFolder = async (db: Db, { name, parent_id = null }: NewFolder) =>
  one(
    await db<Folder[]>`
      insert into public.folders (name, parent_id) values (${name}, ${parent_id})
      returning *, 0 as recordings
    `,
  );

export const changeFolder = (db: Db, id: string, change: ChangeFolder) =>
  db(async (sql) => {
    if (Object.keys(change).length > 0)
      await sql`update public.folders set ${sql(change)} where id = ${id}`;
    const changed = await sql<Folder[]>`
      select f.*, (select count(*)::int from public.recordings r
                    where r.folder_id = f.id and r.owner_id = f.owner_id) as recordings
        from public.folders f where f.id = ${id}
    `;
    return one(changed, NOT_HERE);
  });

/** The recordings that went to the trash with it. */
export const deleteFolder = (db: Db, id: string, videos: "up" | "trash") =>
  db<{ id: string }[]>`select app.delete_folder(${id}, ${videos}) as id`;

/** Recordings that are not named keep their order, after the named ones. */
export const orderFolder = (db: Db, id: string, ids: readonly string[]) =>
  db(async (sql) => {
    const [folders, [held]] = await Promise.all([
      sql`
        update public.folders set ordered = (${ids}::uuid[] || array(
            select o.id from unnest(ordered) with ordinality o (id, n)
             where o.id <> all (${ids}::uuid[]) order by o.n))[1:1000]
         where id = ${id} returning id
      `,
      sql<{ count: number }[]>`
        select count(*)::int as count from public.recordings
         where folder_id = ${id} and owner_id = (select auth.uid()) and id = any (${ids}::uuid[])
      `,
    ]);
    one(folders, NOT_HERE);
    if (held?.count !== ids.length)
      throw badRequest("A recording does not lie in this folder.", "not_in_folder");
  });
