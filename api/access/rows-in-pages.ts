import type { PendingQuery } from "postgres";
import type { Cell, SendRows } from "#api/http/csv.ts";
import { countPassed } from "#api/platform/collect.ts";
import type { Db, Sql } from "#api/platform/database.ts";

/** The place where a page ends, as the database writes it: a `Date` would lose its microseconds. */
export interface PageEnd {
  at: string;
  id: string;
}

/** A row with its place in the list. */
export interface Row extends Record<string, unknown> {
  place_at: string;
  place_id: string;
}

const AT_ONCE = 200;
const PLACE = ["place_at", "place_id"];

/** The garbage that each row leaves behind, in bytes: what was read, its texts, an object, and the lines made of it. */
const ROW_LEAVES = 4096;

type Select = (sql: Sql, after: PageEnd, most: number) => PendingQuery<Row[]>;

/**
 * A table of all rows that an admin asked for, with the columns of the query, page by page. The right is checked after
 * each: where it ended meanwhile, the rows would seem to be all. Between pages no connection is held.
 */
export async function sendInPages(db: Db, first: PageEnd, select: Select, send: SendRows) {
  for (let after = first; ; ) {
    const rows = await db(async (sql) => {
      const [page] = await Promise.all([
        select(sql, after, AT_ONCE),
        sql`select app.assert_admin()`,
      ]);
      return page;
    });
    const columns = rows.columns.map(({ name }) => name).filter((name) => !PLACE.includes(name));
    if (after === first) await send([columns]);
    await send(rows.map((row) => columns.map((name) => cellOf(row[name]))));
    countPassed(rows.length * ROW_LEAVES);
    const last = rows.at(-1);
    if (!last) return;
    after = { at: last.place_at, id: last.place_id };
  }
}

const cellOf = (value: unknown) =>
  typeof value === "object" && value !== null && !(value instanceof Date)
    ? JSON.stringify(value)
    : (value as Cell); // Postgres has no other kinds

/** The places before all rows: where the list goes from the oldest to the newest, and where it goes the other way. */
export const START: PageEnd = { at: "-infinity", id: "00000000-0000-0000-0000-000000000000" };
export const END: PageEnd = { at: "infinity", id: "ffffffff-ffff-ffff-ffff-ffffffffffff" };
