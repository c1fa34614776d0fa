import { expect, test } from "vitest";
import type { Caller, Db } from "#api/platform/database.ts";
import { testDatabase } from "#tests/support/database.ts";
import { personas } from "#tests/support/personas.ts";

const { rehearse } = await testDatabase();

/** Every function of the admin area, as anybody may call it past all routes. About nobody, where one is asked for. */
const ofAdmins = [
  "app.measured_answers('30days', 'UTC')",
  "app.measured_uploads('30days', 'UTC')",
  "app.measured_habits('30days', 'UTC', 'UTC')",
  "app.measured_people('30days', 'UTC')",
  "app.measured_transcriptions('30days', 'UTC')",
  "app.most_active_users('30days', 'UTC', 10)",
  "app.find_users('%a%', null, null, null, null, 'joined', true, 10, 0)",
  "app.find_videos('%a%', null, null, 10, 0, 100)",
  "app.find_videos(null, null, null, 10, 0, 100)",
  "app.find_audit('%a%', null, null, null, null, null, 10, 0, 100)",
  "app.admin_stats()",
  "app.note_export('users')",
  "app.person(gen_random_uuid())",
  "app.sessions_of(gen_random_uuid())",
  "app.end_sessions_of(gen_random_uuid())",
  "app.change_suspension(gen_random_uuid(), true)",
  "app.confirm_email(gen_random_uuid())",
  "app.give_plan(gen_random_uuid(), gen_random_uuid(), null)",
  "app.delete_account_of(gen_random_uuid(), 'ada@example.org')",
  "app.delete_videos(array[gen_random_uuid()])",
  "app.delete_video_now(gen_random_uuid())",
];
const ofSuperAdmins = [
  "app.change_role(gen_random_uuid(), 'admin')",
  "app.server_settings()",
  "app.change_server_settings('{}')",
  "app.invite(null, 7)",
  "app.withdraw_invitation(gen_random_uuid())",
  "app.server_facts()",
  "app.job_queues()",
  "app.failed_jobs(10)",
  "app.retry_job(gen_random_uuid())",
  "app.discard_job(gen_random_uuid())",
  "app.ask_storage_check()",
];

/** An error about an unknown id is an answer, too. */
const isAnswered = (db: Db, call: string) =>
  db((sql) => sql`select * from ${sql.unsafe(call)}`).then(
    () => true,
    ({ code }: { code: string }) => !/^(42501|KN401|KN403)$/.test(code),
  );

const whoIsAnswered = (calls: readonly string[]) =>
  rehearse(async (rehearsal) => {
    const { superAdmin, admin, owner, suspended, stranger } = await personas(rehearsal);
    const callers: Record<string, Caller> = { superAdmin, admin, owner, suspended, stranger };
    const answered: Record<string, string[]> = {};
    for (const call of calls) {
      const names: string[] = [];
      for (const [name, caller] of Object.entries(callers))
        if (await isAnswered(rehearsal.as(caller), call)) names.push(name);
      answered[call] = names;
    }
    return answered;
  });

test.each([
  ["admins", ofAdmins, ["superAdmin", "admin"]],
  ["super admins", ofSuperAdmins, ["superAdmin"]],
])("what is for %s answers nobody else", async (_, calls, allowed) => {
  expect(await whoIsAnswered(calls)).toEqual(
    Object.fromEntries(calls.map((call) => [call, allowed])),
  );
});

test("no function that asserts an admin is left out above", () =>
  rehearse(async ({ asService }) => {
    const asserting = await asService(
      (sql) => sql<{ name: string }[]>`
        select distinct proname as name from pg_proc
         where pronamespace = 'app'::regnamespace and proname !~ '^assert_'
           and prosrc ~ 'assert_(admin|super_admin|may_change)'
         order by 1`,
    );
    const asked = [...ofAdmins, ...ofSuperAdmins].map((call) => /^app\.(\w+)/.exec(call)?.[1]);
    expect([...new Set(asked)].sort()).toEqual(asserting.map(({ name }) => name).sort());
  }));

test.each(["answer_measures", "visits", "visit_measures", "upload_measures", "people"])(
  "nobody reads or writes private.%s but through what is made for it",
  (table) =>
    rehearse(async (rehearsal) => {
      for (const caller of Object.values(await personas(rehearsal)))
        for (const act of [`select * from`, `delete from`])
          await expect(
            rehearsal.as(caller)((sql) => sql.unsafe(`${act} private.${table}`)),
          ).rejects.toThrow(/permission denied|suspended/);
    }),
);
