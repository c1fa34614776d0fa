import { one } from "#api/http/errors.ts";
import type { Db } from "#api/platform/database.ts";
import type { Page } from "#contract/common.ts";
import type { Recording } from "#contract/recordings.ts";
import type { Batch, TrashedRecording } from "#contract/trash.ts";

/** Rows of one transaction: a full trash shall not lock its owner out of everything else. */
const AT_ONCE = 100;

const NOT_HERE = "Recording not found";
const NOT_THERE = "This recording is not in the trash";

export const readTrash = (db: Db, { limit, offset }: Page) =>
  db(async (sql) => {
    const [recordings, [counted]] = await Promise.all([
      sql<TrashedRecording[]>`select * from app.my_trash(${limit}, ${offset})`,
      sql<{ total: number }[]>`
        select trash_count as total from public.storage_usage where user_id = (select auth.uid())
      `,
    ]);
    const total = counted?.total ?? 0;
    return { recordings, total, has_more: offset + limit < total };
  });

const restore = (db: Db, ids: readonly string[]) =>
  db<Recording[]>`select * from app.restore(${ids}::uuid[])`;

export const restoreRecording = async (db: Db, id: string) =>
  one(await restore(db, [id]), NOT_THERE);

/** A trigger lists the bytes of the rows that go, and a job removes them. */
const deleteNamed = (db: Db, ids: readonly string[]) =>
  db<{ id: string }[]>`select app.delete_for_good(${ids}::uuid[], ${ids.length}) as id`;

export const deleteForGood = async (db: Db, id: string) =>
  one(await deleteNamed(db, [id]), NOT_THERE);

export const emptyTrash = (db: Db) =>
  inBatches(() => db`select app.delete_for_good(null, ${AT_ONCE})`);

/** Deletes the recordings whose time in the trash is over at this moment, with their bytes. */
export const purgeTrash = (service: Db, at = new Date()) =>
  inBatches(() => service`select private.purge(${at}, ${AT_ONCE})`);

async function inBatches(deleteSome: () => Promise<readonly unknown[]>): Promise<number> {
  let [all, gone] = [0, 0];
  do {
    gone = (await deleteSome()).length;
    all += gone;
  } while (gone === AT_ONCE);
  return all;
}

/** A recording that cannot be reached keeps none of the others from the act. */
export async function actOnRecordings(db: Db, { ids, act, folder_id = null }: Batch) {
  const done = (await acts[act](db, ids, folder_id)).map(({ id }) => id);
  const error = act === "trash" || act === "move" ? NOT_HERE : NOT_THERE;
  const refused = [...new Set(ids)].filter((id) => !done.includes(id));
  return { done, refused: refused.map((id) => ({ id, error })) };
}

type Act = (db: Db, ids: readonly string[], folder: string | null) => Promise<{ id: string }[]>;

const acts: Record<Batch["act"], Act> = {
  move: (db, ids, folder) => db`select app.move_to_folder(${ids}::uuid[], ${folder}) as id`,
  trash: (db, ids) => db`select app.throw_away(${ids}::uuid[]) as id`,
  restore,
  delete: deleteNamed,
};
