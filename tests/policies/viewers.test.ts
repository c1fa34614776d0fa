import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { stage } from "./cast.ts";
import { whoMay } from "./matrix.ts";

const database = await testDatabase();

test("whoever sees a film may say what they watched; it counts through a link that opens, and only the owner is told", async () => {
  await database.rehearse(async (rehearsal) => {
    const set = await stage(rehearsal);
    const watch = (recording: string, guest: string | null = null) => `
      select 1 from app.count_watched('${recording}', gen_random_uuid(), 1, '{0}', '{5}',
        ${guest ? `'${guest}'` : null}, null, false) as seen where seen`;
    await rehearsal.as(set.cast.guest)((sql) => sql.unsafe(watch(set.recording)));
    const may = await whoMay(rehearsal, set, {
      "say what they watched": (sql) => sql.unsafe(watch(set.recording)),
      "say so of another film": (sql) => sql.unsafe(watch(set.otherRecording)),
      "be told who watched": (sql) =>
        sql`select 1 where app.viewers(${set.recording}, null) is not null`,
      "be told who watched another film": (sql) =>
        sql`select 1 where app.viewers(${set.otherRecording}, null) is not null`,
      "read plays": (sql) => sql`select 1 from private.plays`,
      "read viewers": (sql) => sql`select 1 from private.viewers`,
      "read sums": (sql) => sql`select 1 from private.play_days`,
      "forget what was watched": (sql) => sql`select private.forget_watched(now())`,
      "make a key": (sql) => sql`select private.viewer_key(${set.recording}, null)`,
    });
    const viewers = ["viewer", "guest", "editor", "anonymousEditor", "invited", "unlocked"];
    expect(may).toEqual({
      "say what they watched": ["owner", "admin", ...viewers],
      "say so of another film": ["other", "admin", "guest", "editor", "uninvited", "elsewhere"],
      "be told who watched": ["owner"],
      "be told who watched another film": ["other", "guest", "editor", "uninvited"],
      "read plays": [],
      "read viewers": [],
      "read sums": [],
      "forget what was watched": [],
      "make a key": [],
    });
    // The owner and an admin are let in, and count nothing; nor does who may not enter.
    for (const role of Object.keys(set.cast) as (keyof typeof set.cast)[]) // the keys of the cast are its roles
      await rehearsal
        .as(set.cast[role])((sql) => sql.unsafe(watch(set.recording, crypto.randomUUID())))
        .catch(() => undefined);
    const [{ plays } = {}] = await rehearsal.asService(
      (sql) =>
        sql`select count(*)::int as plays from private.plays where recording_id = ${set.recording}`,
    );
    expect(plays).toBe(1 + viewers.length);
  });
});
