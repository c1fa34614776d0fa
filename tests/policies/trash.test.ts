import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { stage } from "./cast.ts";
import { whoMay } from "./matrix.ts";

const database = await testDatabase();

test("what lies in the trash is seen and changed by nobody, and its owner's acts alone reach it", async () => {
  await database.rehearse(async (rehearsal) => {
    const set = await stage(rehearsal);
    await rehearsal.asService(async (sql) => {
      await sql`
        insert into public.comments (recording_id, author_id, content)
        values (${set.recording}, ${set.id("owner")}, 'Mine'), (${set.recording}, ${set.id("other")}, 'Theirs')`;
      await sql`insert into public.chapters values (${set.recording}, 0, 'One')`;
      await sql`
        insert into public.subtitles (recording_id, language, status) values (${set.recording}, 'en', 'ready')`;
      await sql`
        update public.recordings set deleted_at = now(), purge_at = now() + interval '30 days'
         where id = ${set.recording}`;
    });
    const { recording } = set;
    const may = await whoMay(rehearsal, set, {
      see: (sql) => sql`select 1 from public.recordings where id = ${recording}`,
      rename: (sql) =>
        sql`update public.recordings set filename = 'x' where id = ${recording} returning id`,
      remove: (sql) => sql`delete from public.recordings where id = ${recording} returning id`,
      play: (sql) => sql`select 1 from app.open_media(${recording})`,
      edit: (sql) => sql`select 1 where app.can_edit_recording(${recording})`,
      open: (sql) => sql`select 1 from app.opened_share() where recording_id = ${recording}`,
      "see its links": (sql) => sql`select 1 from public.shares where recording_id = ${recording}`,
      "share it": (sql) =>
        sql`insert into public.shares (recording_id) values (${recording}) returning id`,
      "read what is said": (sql) =>
        sql`select 1 from public.comments where recording_id = ${recording}`,
      "say something": (sql) => sql`
        insert into public.comments (recording_id, content) values (${recording}, 'x') returning id`,
      "unsay something": (sql) =>
        sql`delete from public.comments where recording_id = ${recording} returning id`,
      "read chapters": (sql) =>
        sql`select 1 from public.chapters where recording_id = ${recording}`,
      "read subtitles": (sql) =>
        sql`select 1 from public.subtitles where recording_id = ${recording}`,
      watch: (sql) => sql`select key from app.watch(${recording}) as key where key is not null`,
      "throw it away": (sql) => sql`select app.throw_away(array[${recording}::uuid])`,
      "find it in the trash": (sql) => sql`select 1 from app.my_trash(10, 0)`,
      restore: (sql) => sql`select 1 from app.restore(array[${recording}::uuid])`,
      "delete it for good": (sql) => sql`select app.delete_for_good(array[${recording}::uuid], 1)`,
    });
    const owner = ["owner"];
    expect(Object.fromEntries(Object.entries(may).filter(([, roles]) => roles.length > 0))).toEqual(
      {
        "find it in the trash": owner,
        restore: owner,
        "delete it for good": owner,
      },
    );
  });
});

test("only its owner throws a recording away, be it for admins and editors to see", async () => {
  await database.rehearse(async (rehearsal) => {
    const set = await stage(rehearsal);
    const may = await whoMay(rehearsal, set, {
      remove: (sql) => sql`delete from public.recordings where id = ${set.recording} returning id`,
      "throw it away": (sql) => sql`select app.throw_away(array[${set.recording}::uuid])`,
    });
    expect(may).toEqual({ remove: [], "throw it away": ["owner"] });
  });
});
