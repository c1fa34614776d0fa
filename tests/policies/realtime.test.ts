import { describe, expect, it } from "vitest";
import type { Sql } from "#api/platform/database.ts";
import { type Rehearsal, testDatabase } from "#tests/support/database.ts";
import { type Role, stage } from "./cast.ts";
import { whoMay } from "./matrix.ts";

const database = await testDatabase();

const viewers: Role[] = ["viewer", "guest", "editor", "anonymousEditor", "invited", "unlocked"];

/** A message as Realtime puts one there at a join: the policy says whether the caller finds it. */
async function messageOn(rehearsal: Rehearsal, topic: string) {
  await rehearsal.asService(async (sql) => {
    await sql`select realtime.send('{}'::jsonb, 'probe', ${topic}, true)`;
    await sql`select set_config('realtime.topic', ${topic}, true)`;
  });
}

const listen = (sql: Sql) => sql`
  select 1 from realtime.messages where event = 'probe' and topic = (select realtime.topic())`;

const say = (sql: Sql, extension: string) => sql`
  insert into realtime.messages (topic, extension, event, payload, private)
  select realtime.topic(), ${extension}, 'x', '{}', true`;

describe("the channel of a recording", () => {
  it("is heard by whoever sees the recording, who may be present there and say nothing", async () => {
    await database.rehearse(async (rehearsal) => {
      const set = await stage(rehearsal);
      await messageOn(rehearsal, `recording:${set.recording}`);
      const may = await whoMay(rehearsal, set, {
        hear: listen,
        "be counted": async (sql) => [await say(sql, "presence")],
        broadcast: async (sql) => [await say(sql, "broadcast")],
      });
      expect(may).toEqual({
        hear: ["owner", "admin", ...viewers],
        "be counted": ["owner", "admin", ...viewers],
        broadcast: [],
      });
    });
  });

  it("that is none is heard by nobody", async () => {
    await database.rehearse(async (rehearsal) => {
      const set = await stage(rehearsal);
      for (const topic of [`recording:${crypto.randomUUID()}`, "recording:x", "recording:", "x"]) {
        await messageOn(rehearsal, topic);
        const may = await whoMay(rehearsal, set, {
          hear: listen,
          "be counted": async (sql) => [await say(sql, "presence")],
        });
        expect(may, topic).toEqual({ hear: [], "be counted": [] });
      }
    });
  });
});

describe("the channels of a person and of the admins", () => {
  it("are heard by that person and by admins", async () => {
    await database.rehearse(async (rehearsal) => {
      const set = await stage(rehearsal);
      await messageOn(rehearsal, `user:${set.id("owner")}`);
      expect(await whoMay(rehearsal, set, { hear: listen })).toEqual({ hear: ["owner"] });
      await messageOn(rehearsal, "admin");
      expect(await whoMay(rehearsal, set, { hear: listen })).toEqual({ hear: ["admin"] });
    });
  });

  it("are heard by nobody who is suspended, as long as a session of theirs may still be there", async () => {
    await database.rehearse(async (rehearsal) => {
      const set = await stage(rehearsal);
      const account = set.id("suspended");
      const [session] = await rehearsal.asService(async (sql) => {
        await sql`update public.users set role = 'super_admin' where id = ${account}`;
        return sql<{ sid: string }[]>`
          insert into public.sessions (user_id, device) values (${account}, 'a test')
          returning id as sid`;
      });
      const suspended = rehearsal.as({ ...set.cast.suspended, ...session });
      for (const topic of ["admin", `user:${account}`]) {
        await messageOn(rehearsal, topic);
        expect(await suspended(listen), topic).toEqual([]);
      }
      const [is] = await suspended(
        (sql) => sql`select app.is_admin() as admin, app.is_super_admin() as super_admin`,
      );
      expect(is).toEqual({ admin: false, super_admin: false });
    });
  });
});

describe("what happens to a recording", () => {
  it("is announced by what it is about, and never says it", async () => {
    await database.rehearse(async (rehearsal) => {
      const set = await stage(rehearsal);
      const topic = `recording:${set.recording}`;
      await rehearsal.asService((sql) => sql`delete from realtime.messages`);
      await rehearsal.as(set.cast.guest)(async (sql) => {
        const [comment] = await sql<{ id: string }[]>`
          insert into public.comments (recording_id, content)
          values (${set.recording}, 'a secret') returning id`;
        const id = comment?.id ?? "";
        await sql`update public.comments set content = 'another' where id = ${id}`;
        await sql`insert into public.reactions (recording_id, comment_id, emoji) values (${set.recording}, ${id}, '🔥')`;
        await sql`
          insert into public.comments (recording_id, parent_comment_id, content)
          values (${set.recording}, ${id}, 'a reply')`;
        await sql`delete from public.comments where id = ${id}`;
      });
      const messages = await rehearsal.asService(
        (sql) => sql<{ event: string; payload: object }[]>`
          select event, payload from realtime.messages where topic = ${topic}`,
      );
      expect(messages.map(({ event }) => event).sort()).toEqual(
        ["comment", "comment", "comment", "comment", "reaction"].sort(),
      );
      expect(JSON.stringify(messages)).not.toMatch(/secret|another|a reply/);
    });
  });
});
