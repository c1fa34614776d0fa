import { expect, test } from "vitest";
import { revokeTokens, throwAway } from "#api/features/drive/upkeep.ts";
import { walkDrives } from "#api/features/drive/walk-drives.ts";
import { makeKeys } from "#api/platform/keys.ts";
import { connect, driveApp } from "#tests/support/drive.ts";
import { newSigningKey } from "#tests/support/signing-key.ts";

const app = await driveApp();
await app.stopJobs();
const { google } = app;
const { pool } = app.database;
if (!app.drive) throw new Error("this app has a drive");
const { drive } = app;

/** Leaves the tokens of an account as they lie after this server was given another signing key. */
async function sealWithAnother(owner: string) {
  const former = await makeKeys(await newSigningKey());
  await pool`
    update private.drive_connections set
      refresh_token = ${former.seal(`drive:${owner}`, "refresh")},
      access_token = ${former.seal(`drive:${owner}`, "access")}
     where user_id = ${owner}
  `;
}

test("a drive whose tokens another key has sealed is disconnected, and then connected for good", async () => {
  const email = "anew@gmail.test";
  const ada = await app.connected(email);
  await sealWithAnother(ada.id);
  const answer = await ada.call("POST", "/google-drive/disconnect");
  expect([answer.status, (await answer.json()).state]).toEqual([200, "none"]);
  google.signIn({ email, permissionId: email });
  await connect(google, ada);
  google.accounts.expire();
  expect(await drive.store.room(ada.id)).toBeNull();
});

test("it keeps no other revocation waiting", async () => {
  const email = "kept-waiting@gmail.test";
  const [ada] = [await app.connected(), await app.connected(email)];
  await sealWithAnother(ada.id);
  await pool`delete from private.drive_connections`;
  await revokeTokens(drive);
  expect(await pool`select owner_id from private.revocations`).toEqual([{ owner_id: ada.id }]);
  expect(google.accounts.isKnown(email)).toBe(false);
});

test("it says that it is to be connected again, and no other is looked after any less for it", async () => {
  const [ada, ben] = [await app.connected(), await app.connected()];
  await sealWithAnother(ada.id);
  const expire = "access_expires_at = now() - interval '1 minute'";
  for (const since of ["walked_at = null", expire]) {
    await pool`update private.drive_connections set ${pool.unsafe(since)} where user_id = ${ada.id}`;
    await expect(drive.store.room(ada.id)).rejects.toMatchObject({
      said: { code: "drive_not_connected" },
    });
  }
  await pool`
    update private.drive_connections set walked_at = now() - interval '2 days' where user_id = ${ben.id}`;
  await pool`
    insert into private.drive_files (storage_key, owner_id, google_account, file_id, unwanted_at)
    select gen_random_uuid()::text, user_id, google_account, 'unwanted', now()
      from private.drive_connections where user_id = ${ada.id}`;
  await throwAway(drive);
  await walkDrives(drive);
  const [walked] = await pool`
    select walked_at > now() - interval '1 minute' as just_now
      from private.drive_connections where user_id = ${ben.id}`;
  expect(walked).toEqual({ just_now: true });
});
