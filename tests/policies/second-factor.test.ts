import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { stage } from "./cast.ts";
import { whoMay } from "./matrix.ts";

const database = await testDatabase();

test("what people prove themselves by is closed to everybody, its owner and admins included", async () => {
  await database.rehearse(async (rehearsal) => {
    const set = await stage(rehearsal);
    const owner = set.id("owner");
    await rehearsal.asService(async (sql) => {
      await sql`
        insert into private.second_factors (user_id, kind, secret, since)
        values (${owner}, 'totp', 'sealed', now())
      `;
      await sql`select private.begin_ticket(${owner}, 'hash', null)`;
    });
    for (const table of ["second_factors", "sign_in_tickets"]) {
      const may = await whoMay(rehearsal, set, {
        see: (sql) => sql`select 1 from private.${sql(table)}`,
        change: (sql) => sql`update private.${sql(table)} set user_id = null returning 1`,
        delete: (sql) => sql`delete from private.${sql(table)} returning 1`,
        insert: (sql) => sql`insert into private.${sql(table)} default values returning 1`,
        "begin a ticket": (sql) => sql`select private.begin_ticket(${owner}, 'other', null)`,
      });
      const nobody = { see: [], change: [], delete: [], insert: [], "begin a ticket": [] };
      expect(may, table).toEqual(nobody);
    }
  });
});
