import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { testApp } from "#tests/support/app.ts";
import { insertRecording } from "#tests/support/recordings.ts";

const { person, database } = await testApp();
const { pool } = database;
const admin = await person({ role: "admin" });
const payer = await person({ plan: "Pro", username: "Ada", suspended: true });
await pool`update public.users set oauth_provider = 'Google' where id = ${payer.id}`;
await pool`update public.users set last_active_at = '2026-02-03T04:05:06Z' where id = ${payer.id}`;
await pool`
  update public.subscriptions
     set status = 'past_due', monthly_cents = 1999, paid_until = '2100-01-01T00:00:00Z',
         past_due_since = '2099-12-25T00:00:00Z', subtitle_addon_enabled = true
   where user_id = ${payer.id}`;
const given = await person({ plan: "Premium", username: "Given" });
await pool`
  update public.subscriptions set paid_until = '2100-01-01T00:00:00Z' where user_id = ${given.id}`;
const recording = await insertRecording(pool, payer.id, {
  filename: "The demo",
  size: 3000,
  storage_type: "s3",
});
await insertRecording(pool, payer.id, { size: 500, storage_type: "google_drive" });

const report = async (type: string) => {
  const answer = await admin.call("GET", `/admin/reports/export/${type}`);
  const rows = parse(await answer.text(), { bom: true, columns: true });
  return rows as Record<string, string>[]; // so it answers where it is told of columns
};

test("a report of users says how they sign in, whether they may, and all that they hold", async () => {
  const rows = await report("users");
  expect(rows.map(({ username }) => username)).toEqual(["Given", "Ada", admin.username]);
  expect(rows[1]).toEqual({
    id: payer.id,
    username: "Ada",
    email: payer.email,
    role: "user",
    auth_type: "Google",
    status: "Suspended",
    plan: "Pro",
    recordings: "2",
    recordings_in_period: "2",
    storage_bytes: "3500",
    joined_at: expect.stringMatching(/^\d{4}-/),
    last_active_at: "2026-02-03T04:05:06.000Z",
  });
  expect(rows[2]).toMatchObject({ role: "admin", auth_type: "Password", storage_bytes: "0" });
});

test("a report of revenue says who owes, since when, and nothing of what was given", async () => {
  expect(await report("revenue")).toEqual([
    {
      user_id: payer.id,
      username: "Ada",
      email: payer.email,
      plan: "Pro",
      status: "past_due",
      monthly_usd: "19.99",
      subtitle_addon: "true",
      paid_until: "2100-01-01T00:00:00.000Z",
      past_due_since: "2099-12-25T00:00:00.000Z",
    },
  ]);
});

test("a report of usage says of each recording whose it is, and where it lies", async () => {
  const [first, second] = await report("usage");
  expect(first).toEqual({
    id: recording,
    filename: "The demo",
    owner: "Ada",
    email: payer.email,
    status: "ready",
    size_bytes: "3000",
    duration_seconds: "12.5",
    storage_type: "s3",
    created_at: expect.stringMatching(/^\d{4}-/),
  });
  expect(second).toMatchObject({ size_bytes: "500", storage_type: "google_drive" });
});
