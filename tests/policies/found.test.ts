import { describe, expect, it } from "vitest";
import type { Sql } from "#api/platform/database.ts";
import { testDatabase } from "#tests/support/database.ts";
import { personas } from "#tests/support/personas.ts";
import { insertRecording, insertRecordings } from "#tests/support/recordings.ts";

const { rehearse } = await testDatabase();

/** Ada (super admin), Ben and Cleo, each a day older than the next; Ben is suspended, Cleo came by Google and pays. */
const threePeople = (act: (sql: Sql, ids: Record<string, string>) => Promise<void>) =>
  rehearse(async (rehearsal) => {
    const { superAdmin, owner, other } = await personas(rehearsal);
    await rehearsal.asService(async (sql) => {
      await sql`delete from public.users where id not in (${superAdmin.sub}, ${owner.sub}, ${other.sub})`;
      const set = (id: string, columns: object) =>
        sql`update public.users set ${sql(columns)} where id = ${id}`;
      await set(superAdmin.sub, { username: "Ada", email: "z@one.test", created_at: "2026-01-01" });
      await set(owner.sub, { username: "ben", email: "Y@two.test", suspended: true });
      await set(owner.sub, { created_at: "2026-01-02" });
      await set(other.sub, { username: "Cleo", email: "x@one.test", role: "admin" });
      await set(other.sub, { oauth_provider: "google", created_at: "2026-01-03" });
      await sql`
        select private.set_plan(${other.sub}, (select id from public.plans where name = 'Pro'))`;
      const claims = JSON.stringify({ sub: superAdmin.sub });
      await sql`select set_config('request.jwt.claims', ${claims}, true)`;
      await act(sql, { Ada: superAdmin.sub, ben: owner.sub, Cleo: other.sub });
    });
  });

describe("people are listed", () => {
  it.each([
    ["username", ["Ada", "ben", "Cleo"]],
    ["email", ["Cleo", "ben", "Ada"]],
    ["role", ["Cleo", "Ada", "ben"]],
    ["status", ["Cleo", "Ada", "ben"]],
    ["plan", ["ben", "Ada", "Cleo"]],
    ["joined", ["Ada", "ben", "Cleo"]],
  ])("by %s, and the other way round", (sort, expected) =>
    threePeople(async (sql) => {
      const listed = async (descending: boolean, most = 9, skipped = 0) =>
        (
          await sql`
          select u.username from app.find_users(
                 null, null, null, null, null, ${sort}, ${descending}, ${most}, ${skipped}) f,
                 unnest(f.ids) with ordinality as found (id, place)
            join public.users u on u.id = found.id order by place`
        ).map((row) => row.username);
      expect(await listed(false)).toEqual(expected);
      expect(await listed(false, 1, 1)).toEqual(expected.slice(1, 2));
      // Of people who are alike the newest stands first, in either order.
      const alike = sort === "status" || sort === "plan";
      const turned = sort === "plan" ? ["Cleo", "ben", "Ada"] : ["ben", "Cleo", "Ada"];
      expect(await listed(true)).toEqual(alike ? turned : expected.toReversed());
    }),
  );

  it("as far as they are what is asked for", () =>
    threePeople(async (sql) => {
      const found = async (asked: {
        pattern?: string;
        role?: string;
        suspended?: boolean;
        provider?: boolean;
        plan?: string;
      }) => {
        const {
          pattern = null,
          role = null,
          suspended = null,
          provider = null,
          plan = null,
        } = asked;
        const [row] = await sql`
          select total::int, array(select username from public.users where id = any (f.ids) order by username collate "C") as names
            from app.find_users(${pattern}, ${role}, ${suspended}, ${provider}, ${plan},
                                'username', false, 9, 0) f`;
        expect(row?.total).toBe(row?.names.length);
        return row?.names;
      };
      expect(await found({})).toEqual(["Ada", "Cleo", "ben"]);
      expect(await found({ pattern: "%BEN%" })).toEqual(["ben"]);
      expect(await found({ pattern: "%One.%" })).toEqual(["Ada", "Cleo"]);
      expect(await found({ role: "admin" })).toEqual(["Cleo"]);
      expect(await found({ suspended: true })).toEqual(["ben"]);
      expect(await found({ suspended: false })).toEqual(["Ada", "Cleo"]);
      expect(await found({ provider: true })).toEqual(["Cleo"]);
      expect(await found({ provider: false })).toEqual(["Ada", "ben"]);
      expect(await found({ plan: "Free" })).toEqual(["Ada", "ben"]);
      expect(await found({ plan: "Free", pattern: "%one%" })).toEqual(["Ada"]);
    }));
});

describe("indexes of trigrams", () => {
  it.each([
    ["recordings_by_trigrams", "public.recordings where app.folded(filename) like '%review%'"],
    ["audit_log_by_trigrams", "public.audit_log where app.folded(actor) like '%ada@%'"],
    ["audit_log_by_trigrams", "public.audit_log where app.folded(target) like '%ada@%'"],
  ])("serve a search: %s for %s", (index, rows) =>
    threePeople(async (sql, { Ada = "" }) => {
      const titles = Array.from({ length: 1000 }, (_, i) => ({ filename: `Title ${i}` }));
      await insertRecordings(sql, Ada, titles);
      await sql`select gin_clean_pending_list('public.recordings_by_trigrams')`;
      await sql`set local enable_seqscan = off`;
      const plan = await sql`explain select from ${sql.unsafe(rows)}`;
      expect(plan.map((line) => line["QUERY PLAN"]).join("\n")).toContain(index);
    }),
  );
});

describe("lines of the log are found", () => {
  it("of a person, an act and a time, its beginning included and its end not, up to so many", () =>
    threePeople(async (sql, { Ada = "", ben = "" }) => {
      const noon = new Date("2020-01-01T12:00:00Z");
      await sql`
        insert into public.audit_log (created_at, kind, act, actor_id, actor, target_id, target)
        values (${noon}, 'admin', 'one', ${Ada}, 'ada@one.test', ${ben}, 'ben@two.test'),
               (${noon}, 'security', 'two', ${ben}, 'ben@two.test', null, null),
               (${new Date(+noon + 1)}, 'admin', 'three', null, null, null, 'Elsewhere')`;
      const find = async (
        asked: { pattern?: string; kind?: string; act?: string; who?: string; to?: Date },
        most = 9,
        enough = 9,
      ) => {
        const { pattern = "%%", kind = null, act = null, who = null } = asked;
        const [row] = await sql`
          select total::int, at_least, array(
                 select a.act from unnest(f.ids) with ordinality as found (id, place)
                   join public.audit_log a using (id) order by place) as acts
            from app.find_audit(${pattern}, ${kind}, ${act}, ${who}, ${noon},
                   ${asked.to ?? new Date(+noon + 2)}, ${most}, 0, ${enough}) f`;
        return row;
      };
      const found = async (...given: Parameters<typeof find>) => (await find(...given))?.acts;
      expect(await found({})).toEqual(["three", "two", "one"]);
      expect(await found({ to: new Date(+noon + 1) })).toEqual(["two", "one"]);
      expect(await found({ to: noon })).toEqual([]);
      expect(await found({ kind: "security" })).toEqual(["two"]);
      expect(await found({ act: "one" })).toEqual(["one"]);
      expect(await found({ who: ben })).toEqual(["two", "one"]);
      expect(await found({ pattern: "%BEN@%" })).toEqual(["two", "one"]);
      expect(await found({ pattern: "%where%" })).toEqual(["three"]);
      expect(await find({}, 2, 3)).toMatchObject({
        total: 3,
        at_least: false,
        acts: ["three", "two"],
      });
      expect(await find({}, 2, 2)).toMatchObject({ total: 2, at_least: true });
    }));
});

describe("what was said is found", () => {
  it("where all of it was said within minutes, by the best of its moments in their order", () =>
    threePeople(async (sql, { Ada = "", ben = "" }) => {
      const say = async (owner: string, ...cues: [number, string][]) => {
        const recording = await insertRecording(sql, owner);
        const rows = cues.map(([start, text]) => ({ start, end: start + 1, text }));
        await sql`
          insert into public.subtitles (recording_id, cues) values (${recording}, ${sql.json(rows)})`;
        return recording;
      };
      const near = await say(
        Ada,
        [1, "apples"],
        [7, "apples and pears"],
        [9, "pears"],
        [90, "plums"],
      );
      await say(Ada, [1, "apples"], [900, "pears"]);
      await say(ben, [1, "apples and pears"]);
      const saying = async (sought: string) =>
        (await sql`select id from app.recordings_saying(${sought}) as id`).map(({ id }) => id);
      expect(await saying("pears apple")).toEqual([near]);
      expect(await saying("pears and cherries")).toEqual([]);
      expect(await saying("pl")).toEqual([near]);
      const moments = async (most: number) =>
        (
          await sql`select at_seconds as at from app.moments_saying('apples pears', ${[near]}, ${most})`
        ).map(({ at }) => at);
      expect(await moments(9)).toEqual([1, 7, 9]);
      expect(await moments(2)).toEqual([1, 7]);
      expect(await moments(1)).toEqual([7]);
    }));
});
