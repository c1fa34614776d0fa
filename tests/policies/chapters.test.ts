import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { type Role, stage } from "./cast.ts";
import { whoMay } from "./matrix.ts";

const database = await testDatabase();

const viewers: Role[] = ["viewer", "guest", "editor", "anonymousEditor", "invited", "unlocked"];

test("chapters are seen by whoever sees the recording, and set by its owner and by editors", async () => {
  await database.rehearse(async (rehearsal) => {
    const set = await stage(rehearsal);
    await rehearsal.asService(
      (sql) => sql`insert into public.chapters values (${set.recording}, 0, 'One')`,
    );
    const may = await whoMay(rehearsal, set, {
      see: (sql) => sql`select 1 from public.chapters where recording_id = ${set.recording}`,
      add: (sql) => sql`
        insert into public.chapters values (${set.recording}, 1, 'Two') returning at_seconds`,
      change: (sql) => sql`update public.chapters set title = 'x' returning at_seconds`,
      remove: (sql) => sql`
        delete from public.chapters where recording_id = ${set.recording} returning at_seconds`,
    });
    expect(may).toEqual({
      see: ["owner", "admin", ...viewers],
      add: ["owner", "editor"],
      change: [],
      remove: ["owner", "editor"],
    });
  });
});
