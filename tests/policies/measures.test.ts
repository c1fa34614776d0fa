import { expect, test } from "vitest";
import type { Caller } from "#api/platform/database.ts";
import { testDatabase } from "#tests/support/database.ts";
import { personas } from "#tests/support/personas.ts";

const { rehearse } = await testDatabase();

test.each([
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
])("%s tells admins, and nobody else", (measured) =>
  rehearse(async (rehearsal) => {
    const { superAdmin, admin, owner, suspended, stranger } = await personas(rehearsal);
    for (const caller of [superAdmin, admin])
      await rehearsal.as(caller)((sql) => sql`select * from ${sql.unsafe(measured)}`);
    for (const caller of [owner, suspended, stranger])
      await expect(
        rehearsal.as(caller)((sql) => sql`select * from ${sql.unsafe(measured)}`),
      ).rejects.toThrow(/Only admins|suspended|permission denied/);
  }),
);

test.each([
  "app.server_facts()",
  "app.job_queues()",
  "app.failed_jobs(10)",
  "app.retry_job(gen_random_uuid())",
  "app.discard_job(gen_random_uuid())",
  "app.ask_storage_check()",
])("%s is for super admins alone", (asked) =>
  rehearse(async (rehearsal) => {
    const { superAdmin, admin, owner, suspended, stranger } = await personas(rehearsal);
    const ask = (caller: Caller) =>
      rehearsal.as(caller)((sql) => sql`select * from ${sql.unsafe(asked)}`);
    await ask(superAdmin);
    for (const caller of [admin, owner, suspended, stranger])
      await expect(ask(caller)).rejects.toThrow(/Only (super )?admins|suspended|permission denied/);
  }),
);

test.each([
  "request_measures",
  "answer_measures",
  "visits",
  "visit_measures",
  "upload_measures",
  "people",
])("nobody reads or writes private.%s but through what is made for it", (table) =>
  rehearse(async (rehearsal) => {
    for (const caller of Object.values(await personas(rehearsal)))
      for (const act of [`select * from`, `delete from`])
        await expect(
          rehearsal.as(caller)((sql) => sql.unsafe(`${act} private.${table}`)),
        ).rejects.toThrow(/permission denied|suspended/);
  }),
);
