import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { stage } from "./cast.ts";
import { whoMay } from "./matrix.ts";

const database = await testDatabase();

test("whoever watches with an account gets a key, and only the owner learns whose it is", async () => {
  await database.rehearse(async (rehearsal) => {
    const set = await stage(rehearsal);
    const [{ key = "" } = {}] = await rehearsal.as(set.cast.guest)(
      (sql) => sql<{ key: string }[]>`select app.watch(${set.recording}) as key`,
    );
    expect(key).not.toBe("");
    const may = await whoMay(rehearsal, set, {
      watch: (sql) => sql`select key from app.watch(${set.recording}) as key where key is not null`,
      name: (sql) => sql`select 1 from app.watchers(${set.recording}, ${[key]}::uuid[])`,
      "name as of another recording": (sql) =>
        sql`select 1 from app.watchers(${set.otherRecording}, ${[key]}::uuid[])`,
      read: (sql) => sql`select 1 from private.watchers`,
    });
    expect(may).toEqual({
      watch: ["owner", "admin", "guest", "editor", "invited"],
      name: ["owner"],
      "name as of another recording": [],
      read: [],
    });
  });
});
