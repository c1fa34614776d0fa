import { expect, test } from "vitest";
import { sweep } from "#api/job-kinds.ts";
import { testApp } from "#tests/support/app.ts";
import { recordingOf } from "#tests/support/recordings.ts";

const app = await testApp();
const { pool } = app.database;

test("a step of the sweep that fails keeps none of the later steps waiting, and is told", async () => {
  const ada = await app.person();
  const id = await recordingOf(app.database, ada);
  await pool`
    insert into public.notices (user_id, kind, recording_id, created_at)
    values (${ada.id}, 'comment', ${id}, now() - interval '91 days')
  `;
  await pool`
    create or replace function private.end_gifts() returns integer language plpgsql as $$
    begin raise exception 'a gift cannot be ended'; end $$
  `;
  await app.startJobs();
  const failed = () =>
    pool`select reason from private.jobs where kind = ${sweep.name} and tries > 0`;
  await expect
    .poll(failed)
    .toEqual([{ reason: expect.stringContaining("a gift cannot be ended") }]);
  expect(await pool`select 1 from public.notices`).toHaveLength(0);
});
