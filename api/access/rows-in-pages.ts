import type { PendingQuery } from "postgres";
import { countPassed } from "#api/platform/collect.ts";
import type { Db, Sql } from "#api/platform/database.ts";

/** Where a page ends, as the database writes it: a `Date` would lose its microseconds. */
export interface PageEnd {
  at: string;
  id: string;
}

/** What each row says of where it stands. */
export interface PagedRow {
  place_at: string;
  place_id: string;
}

const AT_ONCE = 200;

/** What is thrown away of each: its bytes, its texts, an object, and the lines that are made of it. */
const ROW_LEAVES = 4096;

/**
 * All that an admin asked for, behind one place after another, the right to it looked at again with each page. In
 * between no connection is held: whoever downloads may take as long as they like.
 */
export async function* rowsInPages<Row extends PagedRow>(
  db: Db,
  first: PageEnd,
  select: (sql: Sql, after: PageEnd, most: number) => PendingQuery<Row[]>,
): AsyncGenerator<Row[]> {
  let after = first;
  for (;;) {
    const rows: Row[] = await db(async (sql) => {
      const [, page] = await Promise.all([
        sql`select app.assert_admin()`,
        select(sql, after, AT_ONCE),
      ]);
      return page;
    });
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    countPassed(rows.length * ROW_LEAVES);
    after = { at: last.place_at, id: last.place_id };
  }
}

/** Before all there is, oldest first and newest first. */
export const START: PageEnd = { at: "-infinity", id: "00000000-0000-0000-0000-000000000000" };
export const END: PageEnd = { at: "infinity", id: "ffffffff-ffff-ffff-ffff-ffffffffffff" };
