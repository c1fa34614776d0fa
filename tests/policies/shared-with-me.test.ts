import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { stage } from "./cast.ts";
import { whoMay } from "./matrix.ts";

const database = await testDatabase();

test("people see what was shared with them, through links that open, and hide it for themselves alone", async () => {
  await database.rehearse(async (rehearsal) => {
    const set = await stage(rehearsal);
    const listed = `select 1 from app.shared_with_me(10, 0) s
                     where s.recording ->> 'id' = '${set.recording}'`;
    const noted = `with note as materialized (select app.note_opening()) select 1 from note`;
    const may = await whoMay(rehearsal, set, {
      "see it at once": (sql) => sql.unsafe(listed),
      "see it after opening it": async (sql) => {
        await sql.unsafe(noted);
        return sql.unsafe(listed);
      },
      "hide it after opening it": async (sql) => {
        await sql.unsafe(noted);
        return sql`select 1 from app.hide_shared(${set.recording}) as hidden where hidden`;
      },
      "read what was opened": (sql) => sql`select 1 from private.opened_shares`,
      "read what is hidden": (sql) => sql`select 1 from private.hidden_shares`,
      "see another's": (sql) => sql`select 1 from private.shared_with(${set.id("invited")})`,
    });
    expect(may).toEqual({
      "see it at once": ["invited"],
      "see it after opening it": ["guest", "editor", "invited"],
      "hide it after opening it": ["guest", "editor", "invited"],
      "read what was opened": [],
      "read what is hidden": [],
      "see another's": [],
    });
  });
});
