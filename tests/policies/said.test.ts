import { describe, expect, it } from "vitest";
import type { Sql } from "#api/platform/database.ts";
import { testDatabase } from "#tests/support/database.ts";
import { personas } from "#tests/support/personas.ts";
import { insertRecording } from "#tests/support/recordings.ts";

const { rehearse } = await testDatabase();

interface Scene {
  owner: string;
  other: string;
  admin: string;
  recording: string;
}

const scene = (act: (sql: Sql, scene: Scene) => Promise<void>) =>
  rehearse(async (rehearsal) => {
    const { owner, other, admin } = await personas(rehearsal);
    await rehearsal.asService(async (sql) => {
      const recording = await insertRecording(sql, owner.sub);
      await act(sql, { owner: owner.sub, other: other.sub, admin: admin.sub, recording });
    });
  });

const comment = async (
  sql: Sql,
  { recording }: Scene,
  author: string,
  more: { content?: string; parent_comment_id?: string; share_id?: string } = {},
) => {
  const row = { recording_id: recording, author_id: author, content: "Hello", ...more };
  const [{ id = "" } = {}] = await sql<{ id: string }[]>`
    insert into public.comments ${sql(row)} returning id`;
  return id;
};

const share = async (sql: Sql, { recording, owner }: Scene, columns: object = {}) => {
  const [{ id = "" } = {}] = await sql<{ id: string }[]>`
    insert into public.shares ${sql({ recording_id: recording, owner_id: owner, ...columns })}
    returning id`;
  return id;
};

describe("a comment", () => {
  it("is told to whom it answers, and to the owner where it answers nobody else, once", () =>
    scene(async (sql, set) => {
      const { owner, other, admin } = set;
      const told = async (author: string, parent_comment_id?: string) => {
        const id = await comment(sql, set, author, parent_comment_id ? { parent_comment_id } : {});
        const rows = await sql`
          select user_id, kind, actor_id from public.notices where comment_id = ${id} order by kind`;
        expect(rows.every((row) => row.actor_id === author)).toBe(true);
        return { id, rows: rows.map((row) => [row.user_id, row.kind]) };
      };
      const mine = await told(owner);
      expect(mine.rows).toEqual([]);
      const theirs = await told(other);
      expect(theirs.rows).toEqual([[owner, "comment"]]);
      expect((await told(owner, theirs.id)).rows).toEqual([[other, "reply"]]);
      expect((await told(other, theirs.id)).rows).toEqual([[owner, "comment"]]);
      expect((await told(other, mine.id)).rows).toEqual([[owner, "reply"]]);
      expect((await told(admin, theirs.id)).rows).toEqual([
        [owner, "comment"],
        [other, "reply"],
      ]);
    }));

  it("is edited when its words are others, and its thread has one level", () =>
    scene(async (sql, set) => {
      const first = await comment(sql, set, set.other);
      const second = await comment(sql, set, set.owner, { parent_comment_id: first });
      const third = await comment(sql, set, set.other, { parent_comment_id: second });
      const edit = async (content: string) => {
        await sql`update public.comments set content = ${content} where id = ${first}`;
        const [row] = await sql`
          select edited_at is not null as edited from public.comments where id = ${first}`;
        return row?.edited;
      };
      expect([await edit("Hello"), await edit("Hello!")]).toEqual([false, true]);
      const parents = await sql`
        select parent_comment_id as parent from public.comments where id in (${second}, ${third})`;
      expect(parents).toEqual([{ parent: first }, { parent: first }]);
    }));

  it("is quoted by two hundred letters, to whom may read it without a password", () =>
    scene(async (sql, set) => {
      const { owner, other, recording } = set;
      const open = await share(sql, set);
      const locked = await share(sql, set, { password_version: 3 });
      const over = await share(sql, set, { expires_at: new Date(0) });
      for (const share_id of [open, locked, over]) {
        const asked = await comment(sql, set, other, { share_id });
        await comment(sql, set, owner, { parent_comment_id: asked, content: "é".repeat(201) });
      }
      const told = await sql`
        select n.recording_title as title, n.excerpt, n.share_token = s.token as through
          from private.notices_of(${other}, 9, 0) n
          join public.notices on notices.id = n.id join public.shares s on s.id = notices.share_id
         order by array_position(${[open, locked, over]}::uuid[], s.id)`;
      expect(told).toEqual([
        { title: "The demo", excerpt: "é".repeat(200), through: true },
        { title: "The demo", excerpt: null, through: true },
        { title: null, excerpt: null, through: null },
      ]);
      await sql`update public.shares set view_count = 1, label = 'For Ada' where id = ${open}`;
      await sql`update public.shares set view_count = 2 where id = ${open}`;
      const views = await sql`
        select recording_id, share_label, share_token from private.notices_of(${owner}, 9, 0)
         where kind = 'first_view'`;
      expect(views).toEqual([
        { recording_id: recording, share_label: "For Ada", share_token: null },
      ]);
    }));

  it("comes in a digest once, the oldest first, unless it was read or nobody wants letters", () =>
    scene(async (sql, set) => {
      const { owner, other } = set;
      for (const content of ["read", "first", "second", "third"])
        await comment(sql, set, other, { content });
      await sql`
        update public.notices n set created_at = now() - interval '1 minute' * array_position(
               array['third', 'second', 'first', 'read'], c.content),
               read_at = case when c.content = 'read' then now() end
          from public.comments c where c.id = n.comment_id`;
      const due = async () =>
        (await sql`select private.due_digests() as due`).map((row) => row.due);
      expect(await due()).toEqual([owner]);
      await sql`update public.users set suspended = true where id = ${owner}`;
      expect(await due()).toEqual([]);
      await sql`update public.users set suspended = false where id = ${owner}`;
      await sql`insert into public.preferences (user_id, email_notices) values (${owner}, false)`;
      expect(await due()).toEqual([]);
      await sql`update public.preferences set email_notices = true`;
      expect(await due()).toEqual([owner]);
      const taken = async () =>
        (await sql`select excerpt from private.take_digest(${owner}, 9)`).map((row) => row.excerpt);
      expect(await taken()).toEqual(["first", "second", "third"]);
      await sql`delete from private.digests`;
      expect([await due(), await taken()]).toEqual([[], []]);
    }));
});

describe("reactions", () => {
  it("are counted for each sign, and a sign of nobody is not there", () =>
    scene(async (sql, { recording, owner, other }) => {
      const react = (who: string, emoji: string) => sql`
        insert into public.reactions (recording_id, user_id, emoji) values (${recording}, ${who}, ${emoji})`;
      const counts = async () =>
        (await sql`select reaction_counts as counts from public.recordings`)[0]?.counts;
      await react(owner, "🔥");
      await react(other, "🔥");
      await react(other, "🎉");
      expect(await counts()).toEqual({ "🔥": 2, "🎉": 1 });
      await sql`delete from public.reactions where user_id = ${other}`;
      expect(await counts()).toEqual({ "🔥": 1 });
    }));
});

describe("views", () => {
  it("are counted for the recording through all of its links, also those that are gone", () =>
    scene(async (sql, set) => {
      const links = [await share(sql, set), await share(sql, set)];
      for (const link of links)
        await sql`update public.shares set view_count = view_count + 2 where id = ${link}`;
      await sql`delete from public.shares where id = ${links[0] ?? ""}`;
      expect(await sql`select view_count from public.recordings`).toEqual([{ view_count: 4 }]);
    }));
});

describe("texts", () => {
  it("take the room of whose they are, for as long as they are there", () =>
    rehearse(async (rehearsal) => {
      const { owner, other } = await personas(rehearsal);
      await rehearsal.asService(async (sql) => {
        const recording = await insertRecording(sql, owner.sub, { size: 0 });
        const used = async () => {
          await sql`set constraints all immediate`;
          const rows = await sql<{ user_id: string; used: number }[]>`
            select user_id, used_bytes::int as used from public.storage_usage
             where user_id in (${owner.sub}, ${other.sub})`;
          return [owner, other].map(({ sub }) => rows.find((row) => row.user_id === sub)?.used);
        };
        const set = { owner: owner.sub, other: other.sub, admin: "", recording };
        const said = await comment(sql, set, other.sub, { content: "éé" });
        expect(await used()).toEqual([0, 4]);
        await sql`update public.comments set content = 'abc'`;
        expect(await used()).toEqual([0, 3]);
        await sql`insert into public.chapters values (${recording}, 0, 'Öl'), (${recording}, 9, 'End')`;
        expect(await used()).toEqual([6, 3]);
        await sql`delete from public.chapters where at_seconds = 9`;
        expect(await used()).toEqual([3, 3]);
        await sql`insert into public.subtitles (recording_id, status, cues) values (${recording}, 'running', '[{"a": 1}]')`;
        expect(await used()).toEqual([13, 3]);
        await sql`update public.subtitles set cues = '[]'`;
        expect(await used()).toEqual([5, 3]);
        await sql`delete from public.comments where id = ${said}`;
        expect(await used()).toEqual([5, 0]);
        await sql`delete from public.recordings`;
        expect(await used()).toEqual([0, 0]);
      });
    }));
});

describe("what was recorded", () => {
  it("is counted by its length, to the second, and by how it ended", () =>
    scene(async (sql, { owner, recording }) => {
      await sql`delete from public.recordings where id = ${recording}`;
      await sql`delete from private.upload_measures`;
      for (const end of [60, 300, 900, 1800, 3600]) {
        await insertRecording(sql, owner, { duration: end - 0.001, size: 1 });
        await insertRecording(sql, owner, { duration: end, size: 2, status: "failed" });
      }
      const corrected = await insertRecording(sql, owner, { duration: 1, size: 5 });
      await sql`update public.recordings set duration = 4000, size = 3 where id = ${corrected}`;
      const early = await insertRecording(sql, owner, {
        duration: null,
        size: 9,
        status: "recording",
      });
      const measured = async () =>
        (
          await sql`
          select sum(under_1_minute)::int as a, sum(under_5_minutes)::int as b,
                 sum(under_15_minutes)::int as c, sum(under_30_minutes)::int as d,
                 sum(under_60_minutes)::int as e, sum(longer)::int as f,
                 sum(whole)::int as whole, sum(cut)::int as cut, sum(bytes)::int as bytes
            from private.upload_measures`
        )[0];
      const all = { a: 1, b: 2, c: 2, d: 2, e: 2, f: 2, whole: 11, cut: 0, bytes: 18 };
      expect(await measured()).toEqual(all);
      await sql`
        update public.recordings set status = 'processing', interrupted = true where id = ${early}`;
      expect(await measured()).toEqual({ ...all, cut: 1, bytes: 27 });
      await sql`delete from public.recordings where id in (${early}, ${corrected})`;
      expect(await measured()).toEqual({ ...all, cut: 1, bytes: 15 });
    }));
});
