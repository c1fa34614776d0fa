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

describe("guests", () => {
  /** A guest of the link that `viewer` came through, and one of the link to another recording. */
  async function withGuests(rehearsal: Rehearsal, change = {}) {
    const set = await stage(rehearsal);
    const { viewer, elsewhere } = set.cast;
    const [guest, foreign] = await rehearsal.asService(async (sql) => {
      const shares = [viewer.share ?? "", elsewhere.share ?? ""];
      await sql`update public.shares set guests_may_comment = true where id = any (${shares}::uuid[])`;
      const made = [];
      for (const share of shares)
        made.push(
          ...(await sql<{ id: string }[]>`
            insert into private.guests ${sql({ share_id: share, owner_id: set.id("owner"), name: "G", ...change })}
            returning id`),
        );
      return made.map(({ id }) => id);
    });
    if (!guest || !foreign) throw new Error("insert returned no row");
    return { set, guest, foreign, key: { ...viewer, guest } };
  }

  const say = (set: Stage) => (sql: Sql) =>
    sql<{ id: string }[]>`
    insert into public.comments (recording_id, content) values (${set.recording}, 'x') returning id`;
  const react = (set: Stage) => (sql: Sql) =>
    sql`
    insert into public.reactions (recording_id, emoji) values (${set.recording}, '🔥') returning id`;
  const isRefused = (act: Promise<unknown>) => expect(act).rejects.toMatchObject({ code: "42501" });

  it("speak by their own key through their own link, while it lets them", async () => {
    await database.rehearse(async (rehearsal) => {
      const { set, guest, foreign, key } = await withGuests(rehearsal);
      const [said] = await rehearsal.as(key)(say(set));
      expect(await rehearsal.as(key)(react(set))).toHaveLength(1);
      const { viewer, unlocked, late, elsewhere, stranger } = set.cast;
      for (const other of [
        viewer,
        { ...viewer, guest: foreign },
        { ...viewer, guest: crypto.randomUUID() },
        { ...unlocked, guest },
        { ...late, guest },
        { ...elsewhere, guest },
        { ...stranger, guest },
      ]) {
        await isRefused(rehearsal.as(other)(say(set)));
        await isRefused(rehearsal.as(other)(react(set)));
        const changed = await rehearsal.as(other)(
          (sql) =>
            sql`update public.comments set content = 'y' where id = ${said?.id ?? ""} returning id`,
        );
        const deleted = await rehearsal.as(other)(
          (sql) => sql`delete from public.comments where id = ${said?.id ?? ""} returning id`,
        );
        expect([changed, deleted]).toEqual([[], []]);
      }
      await isRefused(
        rehearsal.as(key)(
          (sql) => sql`
            insert into public.comments (recording_id, content, author_id)
            values (${set.recording}, 'x', ${set.id("owner")})`,
        ),
      );
      await rehearsal.asService((sql) => sql`update public.shares set guests_may_comment = false`);
      await isRefused(rehearsal.as(key)(say(set)));
    });
  });

  it("say nothing while they are banned", async () => {
    await database.rehearse(async (rehearsal) => {
      const { set, key } = await withGuests(rehearsal, { banned: true });
      await isRefused(rehearsal.as(key)(say(set)));
      await isRefused(rehearsal.as(key)(react(set)));
    });
  });

  it("are banned by the owner alone, named where their link lets them, and seen in no table", async () => {
    await database.rehearse(async (rehearsal) => {
      const { set, guest, key } = await withGuests(rehearsal);
      await rehearsal.as(key)(say(set));
      const may = await whoMay(rehearsal, set, {
        ban: (sql) => sql`select * from app.ban_guest(${set.recording}, ${guest}, true)`,
        "enter a name": (sql) => sql`select app.name_guest('G')`,
        "read names": (sql) => sql`select * from app.discussion_guests(${set.recording})`,
        "see the table": (sql) => sql`select 1 from private.guests`,
        "let guests speak": (sql) => sql`
          update public.shares set guests_may_comment = true
           where recording_id = ${set.recording} returning id`,
      });
      expect(may).toEqual({
        ban: ["owner"],
        "enter a name": ["viewer", "guest", "elsewhere"],
        "read names": ["owner", "admin", ...viewers],
        "see the table": [],
        "let guests speak": ["owner"],
      });
    });
  });
});
