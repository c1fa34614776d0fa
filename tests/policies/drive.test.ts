import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { stage } from "./cast.ts";
import { whoMay } from "./matrix.ts";

const database = await testDatabase();
const TABLES = ["drive_connections", "drive_consents", "drive_files", "deliveries"] as const;

/** The owner of the recording has connected a drive, and something is on its way there. */
async function connected(sql: Parameters<Parameters<typeof database.pool.begin>[1]>[0], set: Set) {
  const owner = set.id("owner");
  await sql`
    insert into private.drive_connections (user_id, google_account, email, refresh_token)
    values (${owner}, 'google', 'ada@gmail.test', 'sealed')
  `;
  await sql`insert into private.drive_consents (user_id, verifier) values (${owner}, 'sealed')`;
  await sql`
    insert into private.drive_files (storage_key, owner_id, google_account, file_id)
    values ('aa/key', ${owner}, 'google', 'file')
  `;
  await sql`
    insert into private.deliveries (recording_id, owner_id) values (${set.recording}, ${owner})
    on conflict do nothing
  `;
}
type Set = Awaited<ReturnType<typeof stage>>;

test("what is known of a drive is closed to everybody, its owner and admins included", async () => {
  await database.rehearse(async (rehearsal) => {
    const set = await stage(rehearsal);
    await rehearsal.asService((sql) => connected(sql, set));
    for (const table of TABLES) {
      const may = await whoMay(rehearsal, set, {
        see: (sql) => sql`select 1 from private.${sql(table)}`,
        change: (sql) =>
          sql`update private.${sql(table)} set ${sql(ownerOf(table))} = null returning 1`,
        delete: (sql) => sql`delete from private.${sql(table)} returning 1`,
        insert: (sql) => sql`insert into private.${sql(table)} default values returning 1`,
      });
      expect(may, table).toEqual({ see: [], change: [], delete: [], insert: [] });
    }
  });
});

test("that a drive is connected is said to whose it is, and nothing is done to it past the server", async () => {
  await database.rehearse(async (rehearsal) => {
    const set = await stage(rehearsal);
    await rehearsal.asService((sql) => connected(sql, set));
    const { recording, id } = set;
    const may = await whoMay(rehearsal, set, {
      "hear that theirs is connected": (sql) => sql`select 1 where app.is_drive_connected()`,
      "end a connection": (sql) => sql`select private.end_drive(${id("owner")}, 'sealed')`,
      "learn what is on its way": (sql) => sql`select private.in_transit(${id("owner")})`,
      "take a delivery": (sql) => sql`select * from private.claim_delivery(${recording}, 60)`,
      "say that it is missing": (sql) => sql`
        update public.recordings set missing = 'gone' where id = ${recording} returning id
      `,
    });
    expect(may).toEqual({
      "hear that theirs is connected": ["owner"],
      "end a connection": [],
      "learn what is on its way": [],
      "take a delivery": [],
      "say that it is missing": [],
    });
  });
});

const ownerOf = (table: (typeof TABLES)[number]) =>
  table === "drive_connections" || table === "drive_consents" ? "user_id" : "owner_id";
