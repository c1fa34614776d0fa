import { expect, test } from "vitest";
import { type Rehearsal, testDatabase } from "#tests/support/database.ts";
import { type Role, type Stage, stage } from "./cast.ts";
import { whoMay } from "./matrix.ts";

const database = await testDatabase();

const editors: Role[] = ["owner", "editor"];

/** A comment, a reaction, chapters and a cue in a removed part; gives the comment's id. */
async function hideThings(rehearsal: Rehearsal, set: Stage): Promise<string> {
  const { recording } = set;
  const comment = crypto.randomUUID();
  await rehearsal.asService(async (sql) => {
    await sql`
      insert into public.comments (id, recording_id, author_id, content, at_seconds, removed)
      values (${comment}, ${recording}, ${set.id("invited")}, 'secret', 3, true)`;
    await sql`
      with guest as (
        insert into private.guests (owner_id, name) values (${set.id("owner")}, 'Secret Agent') returning id)
      insert into public.comments (recording_id, author_id, guest_id, content, removed)
      select ${recording}, null, guest.id, 'secret', true from guest`;
    await sql`
      insert into public.reactions (recording_id, user_id, emoji, at_seconds, removed)
      values (${recording}, ${set.id("invited")}, '👍', 3, true)`;
    await sql`
      insert into public.chapters (recording_id, at_seconds, title, removed)
      values (${recording}, 3, 'secret', true), (${recording}, 3, 'secret too', true)`;
    await sql`
      insert into private.edits (recording_id, kept, shown, original)
      values (${recording}, '[]', '[]', '{"duration": 20}')`;
    const [subtitle] = await sql<{ id: string }[]>`
      insert into public.subtitles (recording_id) values (${recording}) returning id`;
    await sql`
      insert into private.original_cues (subtitle_id, cues, gaps)
      values (${subtitle?.id ?? ""}, '[{"text": "secret"}]', '[]')`;
  });
  return comment;
}

test("what lies in a removed part is seen by people who may edit, and by no admin", async () => {
  await database.rehearse(async (rehearsal) => {
    const set = await stage(rehearsal);
    const { recording } = set;
    const comment = await hideThings(rehearsal, set);
    const may = await whoMay(rehearsal, set, {
      comment: (sql) => sql`select 1 from public.comments where recording_id = ${recording}`,
      reaction: (sql) => sql`select 1 from public.reactions where recording_id = ${recording}`,
      chapter: (sql) => sql`select 1 from public.chapters where recording_id = ${recording}`,
      author: (sql) => sql`
        select 1 from app.discussion_people(${recording}) where user_id = ${set.id("invited")}`,
      guest: (sql) => sql`select 1 from app.discussion_guests(${recording})`,
      film: (sql) => sql`
        select 1 from (select app.film_for_editors(${recording}) as film) f where film is not null`,
      cues: (sql) => sql`
        select 1 from public.subtitles s, app.original_of_subtitle(s.id)
         where s.recording_id = ${recording}`,
      table: (sql) => sql`select 1 from private.original_cues`,
      answer: (sql) => sql`
        insert into public.comments (recording_id, parent_comment_id, content)
        values (${recording}, ${comment}, 'Me too') returning id`,
      react: (sql) => sql`
        insert into public.reactions (recording_id, comment_id, emoji)
        values (${recording}, ${comment}, '👍') returning id`,
      edit: (sql) =>
        sql`update public.comments set content = 'x' where id = ${comment} returning id`,
      remove: (sql) => sql`delete from public.comments where id = ${comment} returning id`,
      removeChapter: (sql) => sql`
        delete from public.chapters where recording_id = ${recording} returning id`,
      hideChapter: (sql) => sql`
        insert into public.chapters (recording_id, at_seconds, title, removed)
        values (${recording}, 9, 'Mine', true) returning id`,
    });
    expect(may).toEqual({
      comment: editors,
      reaction: editors,
      chapter: editors,
      author: editors,
      guest: editors,
      film: editors,
      cues: editors,
      table: [],
      answer: editors,
      react: editors,
      edit: [],
      remove: ["owner"],
      removeChapter: editors,
      hideChapter: [],
    });
  });
});

test("a notice of a removed comment has its words for the recording's owner alone", async () => {
  await database.rehearse(async (rehearsal) => {
    const set = await stage(rehearsal);
    const { guest, owner } = set.cast;
    const said = await rehearsal.as(guest)(
      (sql) => sql<{ id: string }[]>`
        insert into public.comments (recording_id, content, at_seconds)
        values (${set.recording}, 'Is it hunter2?', 3) returning id`,
    );
    await rehearsal.as(owner)(
      (sql) => sql`
        insert into public.comments (recording_id, parent_comment_id, content)
        values (${set.recording}, ${said[0]?.id ?? ""}, 'hunter2 it is')`,
    );
    const excerpts = async () => {
      const all = [];
      for (const who of [owner, guest])
        all.push(
          ...(await rehearsal.as(who)(
            (sql) => sql<{ excerpt: string }[]>`select excerpt from app.my_notices(9, 0)`,
          )),
        );
      return all.map(({ excerpt }) => excerpt);
    };
    expect(await excerpts()).toEqual(["Is it hunter2?", "hunter2 it is"]);
    await rehearsal.asService(
      (sql) => sql`update public.comments set removed = true where recording_id = ${set.recording}`,
    );
    expect(await excerpts()).toEqual(["Is it hunter2?", null]);
  });
});

test("a reply is hidden with the comment that it answers, and an emoji that is hidden moves to where it is next", async () => {
  await database.rehearse(async (rehearsal) => {
    const set = await stage(rehearsal);
    const { recording } = set;
    const [hidden] = await rehearsal.asService(
      (sql) => sql<{ id: string }[]>`
        insert into public.comments (recording_id, author_id, content, removed)
        values (${recording}, ${set.id("owner")}, 'secret', true) returning id`,
    );
    await rehearsal.asService(
      (sql) => sql`
        insert into public.reactions (recording_id, user_id, emoji, at_seconds, removed)
        values (${recording}, ${set.id("other")}, '🔥', 3, true)`,
    );
    const [uncounted] = await rehearsal.asService(
      (sql) => sql`select reaction_counts from public.recordings where id = ${recording}`,
    );
    expect(uncounted, "nobody sees that it is there").toEqual({ reaction_counts: {} });
    const replies = await rehearsal.as(set.cast.owner)(
      (sql) => sql`
        insert into public.comments (recording_id, parent_comment_id, content)
        values (${recording}, ${hidden?.id ?? ""}, 'And more') returning removed`,
    );
    expect(replies).toMatchObject([{ removed: true }]);
    const again = await rehearsal.as(set.cast.guest)(
      (sql) => sql`
        insert into public.reactions (recording_id, emoji, at_seconds)
        values (${recording}, '🔥', 1) on conflict do nothing returning at_seconds`,
    );
    expect(again).toMatchObject([{ at_seconds: 1 }]);
    const [counted] = await rehearsal.asService(
      (sql) => sql`
        select comment_count, reaction_counts,
               (select count(*)::int from public.reactions where recording_id = r.id) as reactions
          from public.recordings r where id = ${recording}`,
    );
    expect(counted).toEqual({ comment_count: 0, reaction_counts: { "🔥": 1 }, reactions: 1 });
  });
});

test("replies and reactions are settled with the comment that they belong to, and counted without it", async () => {
  await database.rehearse(async (rehearsal) => {
    const { id, recording } = await stage(rehearsal);
    await rehearsal.asService(async (sql) => {
      const say = async (parent: string | null) => {
        const [made] = await sql<{ id: string }[]>`
          insert into public.comments (recording_id, author_id, content, parent_comment_id)
          values (${recording}, ${id("owner")}, 'x', ${parent}) returning id`;
        return made?.id ?? "";
      };
      const thread = await say(null);
      await say(thread);
      await sql`
        insert into public.reactions (recording_id, comment_id, user_id, emoji)
        values (${recording}, ${thread}, ${id("other")}, '🔥')`;
      const settled = async (removed: boolean) => {
        await sql`update public.comments set removed = ${removed} where id = ${thread}`;
        await sql`select private.settle_discussion(${recording})`;
        const [told] = await sql`
          select comment_count,
                 (select bool_and(removed) from public.comments where recording_id = r.id) as comments,
                 (select bool_and(removed) from public.reactions where recording_id = r.id) as reactions
            from public.recordings r where id = ${recording}`;
        return told;
      };
      expect(await settled(true)).toEqual({ comment_count: 0, comments: true, reactions: true });
      expect(await settled(false)).toEqual({ comment_count: 2, comments: false, reactions: false });
    });
  });
});
