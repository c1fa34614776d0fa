import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { insertRecording } from "#tests/support/recordings.ts";
import { after, before, DAY, expectToHold, from, MINUTE, type Rule, SECOND, upTo } from "./ages.ts";

const { rehearse } = await testDatabase();

const rules: Rule[] = [
  [
    "a session in use ends after ninety days",
    90 * DAY,
    before,
    (sql, ago, { id }) => sql`
      select from public.sessions s where user_id = ${id("owner")} and not private.is_over(
        (s.id, s.user_id, s.device, now() - ${ago}::interval, now())::public.sessions)`,
  ],
  [
    "a session without use ends after thirty",
    30 * DAY,
    before,
    (sql, ago, { id }) => sql`
      select from public.sessions s where user_id = ${id("owner")} and not private.is_over(
        (s.id, s.user_id, s.device, now(), now() - ${ago}::interval)::public.sessions)`,
  ],
  [
    "a sign of life is written after five minutes",
    5 * MINUTE,
    after,
    async (sql, ago, { cast }) => {
      const { sub = "", sid = "" } = cast.owner;
      await sql`update public.sessions set last_seen_at = now() - ${ago}::interval where id = ${sid}`;
      await sql`select private.assert_session(${sub}, ${sid})`;
      return sql`select from public.sessions where id = ${sid} and last_seen_at = now()`;
    },
  ],
  [
    "a gift ends at its end",
    0,
    from,
    async (sql, ago, { id }) => {
      await sql`
        update public.subscriptions set gift_until = now() - ${ago}::interval,
               plan_before_gift = plan_id where user_id = ${id("owner")}`;
      return sql`select from private.end_gifts() as ended where ended = 1`;
    },
  ],
  [
    "an invitation lets in, and says so, until its end",
    0,
    before,
    async (sql, ago, { id }) => {
      await sql`
        insert into public.invitations (token, expires_at) values ('given', now() - ${ago}::interval)`;
      const offered = await sql`
        select from app.sign_up_offer('given') where invitation is not null`;
      await sql`
        select private.assert_may_join(s, u, 'given') from private.settings s, public.users u
         where u.id = ${id("other")}`;
      const used = await sql`select from public.invitations where used_by = ${id("other")}`;
      expect(used).toHaveLength(offered.length);
      return used;
    },
  ],
  [
    "room that is held counts for ten minutes",
    10 * MINUTE,
    before,
    async (sql, ago, { id }) => {
      await sql`
        insert into private.held_room
        values (gen_random_uuid(), ${id("owner")}, 7, now() - ${ago}::interval)`;
      return sql`select from private.reserved_bytes(${id("owner")}) bytes where bytes = 7`;
    },
  ],
  [
    "a due payment leaves everything as it is for seven days",
    7 * DAY,
    upTo,
    async (sql, ago, { id }) => {
      await sql`
        update public.subscriptions set past_due_since = now() - ${ago}::interval,
               subtitle_addon_enabled = true where user_id = ${id("owner")}`;
      const ask = (what: string) =>
        sql
          .savepoint((inner) => inner.unsafe(what, [id("owner")]))
          .then(
            () => true,
            () => false,
          );
      const may = await ask("select private.assert_paid($1::uuid)");
      expect(await ask("select private.assert_may_transcribe($1::uuid, true)")).toBe(may);
      return may ? [1] : [];
    },
  ],
  [
    "a digest is due a quarter of an hour after the last",
    15 * MINUTE,
    from,
    async (sql, ago, { id, recording }) => {
      await sql`
        insert into public.notices (user_id, kind, recording_id)
        values (${id("owner")}, 'comment', ${recording})`;
      await sql`insert into private.digests values (${id("owner")}, now() - ${ago}::interval)`;
      const due = await sql`
        select from private.due_digests() account where account = ${id("owner")}`;
      const taken = await sql`select from private.take_digest(${id("owner")}, 9)`;
      expect(taken).toHaveLength(due.length);
      return taken;
    },
  ],
  [
    "a process is over after ten seconds of silence",
    10 * SECOND,
    upTo,
    async (sql, ago) => {
      await sql`insert into private.processes values (gen_random_uuid(), now() - ${ago}::interval)`;
      return sql`
        select from private.processes where private.is_held(id, now() + interval '1 minute')`;
    },
  ],
  [
    "a process that lives holds until its end",
    0,
    before,
    (sql, ago) => sql`select where private.is_held(gen_random_uuid(), now() - ${ago}::interval)`,
  ],
  [
    "a process of yesterday is forgotten",
    DAY,
    upTo,
    async (sql, ago) => {
      const [made] = await sql<{ id: string }[]>`
        insert into private.processes values (gen_random_uuid(), now() - ${ago}::interval) returning id`;
      await sql`select private.end_processes(gen_random_uuid())`;
      return sql`select from private.processes where id = ${made?.id ?? ""}`;
    },
  ],
  [
    "a check of the storage is waited for six hours",
    6 * 60 * MINUTE,
    from,
    async (sql, ago, { cast }) => {
      await sql`insert into private.storage_checks (asked_at) values (now() - ${ago}::interval)`;
      const { sub = "" } = cast.owner;
      await sql`select set_config('request.jwt.claims', ${JSON.stringify({ sub })}, true)`;
      await sql`update public.users set role = 'super_admin' where id = ${sub}`;
      return sql
        .savepoint((inner) => inner`select app.ask_storage_check()`)
        .catch((error) => {
          if (error.detail !== "check_under_way") throw error;
          return [];
        });
    },
  ],
  [
    "a recorder is silent after a minute",
    MINUTE,
    after,
    async (sql, ago, { id }) => {
      const recording = await insertRecording(sql, id("owner"), { status: "recording" });
      await sql`
        insert into public.uploads (owner_id, recording_id, kind, mime_type, touched_at)
        values (${id("owner")}, ${recording}, 'recording', 'video/webm', now() - ${ago}::interval)`;
      await sql`select private.mark_interrupted()`;
      return sql`select from public.recordings where id = ${recording} and interrupted`;
    },
  ],
  [
    "an upload is given up after as long as was said",
    10 * MINUTE,
    after,
    async (sql, ago, { id }) => {
      const recording = await insertRecording(sql, id("owner"), { status: "recording" });
      await sql`
        insert into public.uploads (owner_id, recording_id, kind, mime_type, received, touched_at)
        values (${id("owner")}, ${recording}, 'recording', 'video/webm', 5, now() - ${ago}::interval)`;
      return sql`select from private.close_stale_uploads(interval '10 minutes')`;
    },
  ],
  [
    "a sign of life is news to admins after five and a half minutes",
    5.5 * MINUTE,
    after,
    async (sql, ago, { id }) => {
      const seen = (at: string) => sql`
        update public.users set last_active_at = now() - ${at}::interval where id = ${id("owner")}`;
      await seen(ago);
      await sql`delete from realtime.messages`;
      await seen("0");
      return sql`select from realtime.messages where topic = 'admin' and event = 'presence'`;
    },
  ],
  [
    "a visit ends with a quarter of an hour of silence",
    15 * MINUTE,
    from,
    async (sql, ago, { id }) => {
      await sql`
        update public.users set last_active_at = now() - ${ago}::interval where id = ${id("owner")}`;
      await sql`update public.users set last_active_at = now() where id = ${id("owner")}`;
      return sql`
        select from private.visits where user_id = ${id("owner")} and began_at = now()`;
    },
  ],
];

test("rules of time hold to the moment", () =>
  rehearse((rehearsal) => expectToHold(rehearsal, rules)));
