import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";

const MIGRATIONS = join(import.meta.dirname, "../../../supabase/migrations");
const migration = readFileSync(
  join(MIGRATIONS, readdirSync(MIGRATIONS).find((name) => name.endsWith("_jobs.sql")) ?? ""),
  "utf8",
);

test("jobs of the queue that earlier versions had go on in the one that there is now", async () => {
  const { pool } = await testDatabase();
  const takesOver = /^do \$\$.*?^end \$\$;/ms.exec(migration)?.[0] ?? "";
  await pool.unsafe(`
    create schema pgboss;
    create type pgboss.job_state as enum ('created', 'retry', 'active', 'completed', 'cancelled', 'failed');
    create table pgboss.job (
      name text, data jsonb, group_id text, priority int, created_on timestamptz, start_after timestamptz,
      state pgboss.job_state, completed_on timestamptz, output jsonb
    );
    insert into pgboss.job values
      ('sweep', null, null, 0, now(), now(), 'created', null, null),
      ('move-recording', '{"recording_id": "m"}', 'ada', 1, '2026-11-01', '2027-01-01', 'retry', null, null),
      ('process-recording', '{"recording_id": "p"}', 'ada', 0, now(), now(), 'active', null, null),
      ('process-recording.given-up', '{"recording_id": "g"}', null, 0, now(), now(), 'created', null, null),
      ('name-file', '{"recording_id": "n"}', null, 0, now(), now(), 'failed', '2026-11-02', '{"message": "No."}'),
      ('name-file.given-up', '{}', null, 0, now(), now(), 'failed', now(), null),
      ('digests', '{}', null, 0, now(), now(), 'completed', now(), null),
      ('digests', '{}', null, 0, now(), now(), 'cancelled', now(), null);
  `);
  await pool.unsafe(takesOver);
  const rows = await pool`
    select kind, data ->> 'recording_id' as of, account, urgent, sent_at < '2026-11-15' as is_old,
           due_at > now() as later, failed_at is not null as failed, reason
      from private.jobs order by kind, of
  `;
  const usual = {
    of: null,
    account: null,
    urgent: false,
    is_old: false,
    later: false,
    failed: false,
  };
  const reason = { reason: null };
  expect([...rows]).toEqual([
    {
      ...usual,
      kind: "move-recording",
      of: "m",
      account: "ada",
      urgent: true,
      is_old: true,
      later: true,
      ...reason,
    },
    { ...usual, kind: "name-file", of: "n", later: null, failed: true, reason: "No." },
    { ...usual, kind: "process-recording", of: "g", failed: true, ...reason },
    { ...usual, kind: "process-recording", of: "p", account: "ada", ...reason },
    { ...usual, kind: "sweep", ...reason },
  ]);
  expect(await pool`select to_regnamespace('pgboss') is null as gone`).toEqual([{ gone: true }]);
  await pool.unsafe(takesOver); // and where there never was one
});
