import { expect, test } from "vitest";
import { walkDrives } from "#api/features/drive/walk-drives.ts";
import type { AskDrive } from "#api/platform/drive/calls.ts";
import { connect, driveApp, inDrive } from "#tests/support/drive.ts";
import { allowForProcessing, readRecording } from "#tests/support/saving.ts";

allowForProcessing();
const app = await driveApp();
const { google } = app;
const { pool } = app.database;
if (!app.drive) throw new Error("this app has a drive");
const { drive } = app;

/** Walks all drives; another account is connected while the question of this number is on its way. */
async function walkUntil(question: number, connectAnother: () => Promise<unknown>) {
  let asked = 0;
  const ask: AskDrive = async (owner, act) => {
    asked += 1;
    if (asked === question) await connectAnother();
    return await drive.ask(owner, act);
  };
  await walkDrives({ ...drive, ask });
  expect(asked).toBeGreaterThanOrEqual(question);
}

async function walked() {
  const ada = await app.connected();
  const recording = await inDrive(ada);
  await pool`delete from private.drive_connections where user_id <> ${ada.id}`;
  await pool`update private.drive_connections set walked_at = null, changes_token = null`;
  await pool`update private.drive_files set checked_at = now() - interval '2 days'`;
  const connectAnother = async () => {
    const another = `${crypto.randomUUID()}@gmail.test`;
    google.signIn({ email: another, permissionId: another });
    await connect(google, ada);
  };
  return { ada, recording, connectAnother };
}

test("a walk during which another account is connected leaves it no token of the former", async () => {
  const { ada, connectAnother } = await walked();
  await walkUntil(2, connectAnother);
  const [row] = await pool`
    select changes_token, walked_at from private.drive_connections where user_id = ${ada.id}`;
  expect(row).toEqual({ changes_token: null, walked_at: null });
});

test("a file that the newly connected account does not know is not taken for deleted", async () => {
  const { ada, recording, connectAnother } = await walked();
  await walkUntil(2, connectAnother);
  expect((await readRecording(ada, recording.id)).missing).toBe("disconnected");
});

test("a place in the list of changes that Google does not know any more is no reason to walk no more", async () => {
  const { ada, recording } = await walked();
  await pool`update private.drive_connections set changes_token = 'long ago' where user_id = ${ada.id}`;
  await walkDrives(drive);
  const [row] = await pool`
    select changes_token from private.drive_connections where user_id = ${ada.id}`;
  expect(row).toEqual({ changes_token: String(google.files.changes.length) });
  expect((await readRecording(ada, recording.id)).missing).toBe(null);
});

test("a drive is walked in turn behind more than are walked at once, of which all refuse", async () => {
  const { ada } = await walked();
  await pool`
    with people as (
      insert into public.users (email, username)
      select n || '@refusing.test', 'refusing ' || n from generate_series(1, 500) n returning id)
    insert into private.drive_connections (user_id, google_account, email, refresh_token)
    select id, id::text, 'a@gmail.test', 'of another key' from people`;
  await pool`
    update private.drive_connections set walked_at = now() - interval '2 days' where user_id = ${ada.id}`;
  const isWalked = async () => {
    await walkDrives(drive);
    const [row] = await pool<{ is_walked: boolean }[]>`
      select walked_at > now() - interval '1 day' as is_walked
        from private.drive_connections where user_id = ${ada.id}`;
    return row?.is_walked;
  };
  await expect.poll(isWalked, { timeout: 20_000 }).toBe(true);
});
