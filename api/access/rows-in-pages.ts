import type { PendingQuery } from "postgres";
import { countPassed } from "#api/platform/collect.ts";
import type { Db, Sql } from "#api/platform/database.ts";

/** The place where a page ends, as the database writes it: a `Date` would lose its microseconds. */
export interface PageEnd {
  at: string;
  id: string;
}

/** The place of a row in the list, as each row carries it. */
export interface PagedRow {
  place_at: string;
  place_id: string;
}

const AT_ONCE = 200;

/** The garbage that each row leaves behind, in bytes: what was read, its texts, an object, and the lines made of it. */
const ROW_LEAVES = 4096;

/**
 * All rows that an admin asked for, one page after another; the admin's right is checked again with each page.
 * Between pages no connection is held: a download may take as long as it likes.
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

/** The places before all rows: where the list goes from the oldest to the newest, and where it goes the other way. */
export const START: PageEnd = { at: "-infinity", id: "00000000-0000-0000-0000-000000000000" };
export const END: PageEnd = { at: "infinity", id: "ffffffff-ffff-ffff-ffff-ffffffffffff" };
