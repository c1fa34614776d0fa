import { describe, expect, it } from "vitest";
import type { Sql } from "#api/platform/database.ts";
import { type Rehearsal, testDatabase } from "#tests/support/database.ts";
import { type Role, type Stage, stage } from "./cast.ts";
import { whoMay } from "./matrix.ts";

const database = await testDatabase();

/** The people for whom a link opens, and those of them who have an account. */
const viewers: Role[] = ["viewer", "guest", "editor", "anonymousEditor", "invited", "unlocked"];
const members: Role[] = ["guest", "editor", "invited"];

/** A comment by `guest` (who is also `editor`, `other` …) with a reaction by the same. */
async function withComment(rehearsal: Rehearsal) {
  const set = await stage(rehearsal);
  const comment = await rehearsal.asService(async (sql) => {
    const [made] = await sql<{ id: string }[]>`
      insert into public.comments (recording_id, author_id, content)
      values (${set.recording}, ${set.id("guest")}, 'hello') returning id
    `;
    if (!made) throw new Error("insert returned no row");
    await sql`
      insert into public.reactions (recording_id, comment_id, user_id, emoji)
      values (${set.recording}, ${made.id}, ${set.id("guest")}, '👍'),
             (${set.recording}, null, ${set.id("guest")}, '👍')
    `;
    return made.id;
  });
  return { set, comment };
}

const everything = (sql: Sql, { recording }: Stage) => sql`recording_id = ${recording}`;

describe("comments", () => {
  it("are read by whoever sees the recording, and written by those of them with an account", async () => {
    await database.rehearse(async (rehearsal) => {
      const { set } = await withComment(rehearsal);
      const may = await whoMay(rehearsal, set, {
        read: (sql) => sql`select 1 from public.comments where ${everything(sql, set)}`,
        write: (sql) => sql`
          insert into public.comments (recording_id, content)
          values (${set.recording}, 'x') returning id`,
        "write in another name": (sql) => sql`
          insert into public.comments (recording_id, content, author_id)
          values (${set.recording}, 'x', ${set.id("owner")}) returning id`,
        "claim another link": (sql) => sql`
          insert into public.comments (recording_id, content, share_id)
          values (${set.recording}, 'x', null) returning id`,
        "learn names": (sql) => sql`select * from app.discussion_people(${set.recording})`,
      });
      expect(may).toEqual({
        read: ["owner", "admin", ...viewers],
        write: ["owner", "admin", ...members],
        "write in another name": [],
        "claim another link": [],
        "learn names": ["owner", "admin", ...viewers],
      });
    });
  });

  it("are edited by their author, deleted by author, owner and admins, while they can see them", async () => {
    await database.rehearse(async (rehearsal) => {
      const { set, comment } = await withComment(rehearsal);
      const may = await whoMay(rehearsal, set, {
        edit: (sql) =>
          sql`update public.comments set content = 'x' where id = ${comment} returning id`,
        "move it elsewhere": (sql) => sql`
          update public.comments set recording_id = ${set.otherRecording}
           where id = ${comment} returning id`,
        "raise its counts": (sql) => sql`
          update public.comments set reaction_counts = '{}' where id = ${comment} returning id`,
        delete: (sql) => sql`delete from public.comments where id = ${comment} returning id`,
      });
      expect(may).toEqual({
        edit: ["guest", "editor"],
        "move it elsewhere": [],
        "raise its counts": [],
        delete: ["owner", "admin", "guest", "editor"],
      });
    });
  });

  it("are marked done by their author, owner and editors, and mention only who takes part", async () => {
    await database.rehearse(async (rehearsal) => {
      const { set, comment } = await withComment(rehearsal);
      const may = await whoMay(rehearsal, set, {
        mark: (sql) => sql`select app.mark_thread(${set.recording}, ${comment}, true)`,
        "mark past the rule": (sql) =>
          sql`update public.comments set done = true where id = ${comment} returning id`,
        mention: (sql) => sql`
          insert into public.comments (recording_id, content, mentions)
          values (${set.recording}, 'x', ${[set.id("owner")]}) returning id`,
        "mention a stranger": (sql) => sql`
          insert into public.comments (recording_id, content, mentions)
          values (${set.recording}, 'x', ${[set.id("admin")]}) returning id`,
        "mention later": (sql) => sql`
          update public.comments set mentions = ${[set.id("owner")]} where id = ${comment} returning id`,
      });
      expect(may).toEqual({
        mark: ["owner", "guest", "editor"],
        "mark past the rule": [],
        mention: ["owner", "admin", ...members],
        "mention a stranger": [],
        "mention later": [],
      });
    });
  });

  it("never answer what stands under another recording", async () => {
    await database.rehearse(async (rehearsal) => {
      const { set, comment } = await withComment(rehearsal);
      const may = await whoMay(rehearsal, set, {
        answer: (sql) => sql`
          insert into public.comments (recording_id, parent_comment_id, content)
          values (${set.otherRecording}, ${comment}, 'x') returning id`,
      });
      expect(may.answer).toEqual([]);
    });
  });
});

describe("reactions", () => {
  it("are seen by whoever sees the recording, given by members, taken back by who gave them", async () => {
    await database.rehearse(async (rehearsal) => {
      const { set, comment } = await withComment(rehearsal);
      const may = await whoMay(rehearsal, set, {
        see: (sql) => sql`select 1 from public.reactions where ${everything(sql, set)}`,
        give: (sql) => sql`
          insert into public.reactions (recording_id, comment_id, emoji)
          values (${set.recording}, ${comment}, '🔥') returning id`,
        "give in another name": (sql) => sql`
          insert into public.reactions (recording_id, emoji, user_id)
          values (${set.recording}, '🔥', ${set.id("owner")}) returning id`,
        change: (sql) => sql`
          update public.reactions set emoji = '🔥' where ${everything(sql, set)} returning id`,
        "take back": (sql) =>
          sql`delete from public.reactions where ${everything(sql, set)} returning id`,
      });
      expect(may).toEqual({
        see: ["owner", "admin", ...viewers],
        give: ["owner", "admin", ...members],
        "give in another name": [],
        change: [],
        "take back": ["guest", "editor"],
      });
    });
  });

  it("cannot hang a comment's reaction on another recording", async () => {
    await database.rehearse(async (rehearsal) => {
      const { set, comment } = await withComment(rehearsal);
      const give = rehearsal.as(set.cast.other)(
        (sql) => sql`
          insert into public.reactions (recording_id, comment_id, emoji)
          values (${set.otherRecording}, ${comment}, '🔥')`,
      );
      await expect(give).rejects.toThrow("violates foreign key constraint");
    });
  });
});

describe("counters", () => {
  it("follow every comment and reaction, however it goes", async () => {
    await database.rehearse(async (rehearsal) => {
      const { set, comment } = await withComment(rehearsal);
      const counts = () =>
        rehearsal.asService(
          (sql) => sql`
            select r.comment_count, r.reaction_counts, c.reaction_counts as on_comment
              from public.recordings r left join public.comments c on c.id = ${comment}
             where r.id = ${set.recording}`,
        );
      const service = rehearsal.asService;
      await service(
        (sql) => sql`
          insert into public.comments (recording_id, author_id, parent_comment_id, content)
          select ${set.recording}, ${set.id("owner")}, ${comment}, 'reply' from generate_series(1, 3)`,
      );
      expect(await counts()).toEqual([
        { comment_count: 4, reaction_counts: { "👍": 1 }, on_comment: { "👍": 1 } },
      ]);
      await service((sql) => sql`delete from public.reactions where comment_id is null`);
      await service((sql) => sql`delete from public.comments where id = ${comment}`);
      expect(await counts()).toEqual([{ comment_count: 0, reaction_counts: {}, on_comment: null }]);
    });
  });
});
