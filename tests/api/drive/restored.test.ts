import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { deliverRecording } from "#api/features/drive/deliver-recording.ts";
import { newKey } from "#api/platform/objects/store.ts";
import { placeOf, play, read, recordingIn } from "#tests/api/moves/world.ts";
import type { SignedIn } from "#tests/support/app.ts";
import { driveApp } from "#tests/support/drive.ts";

const app = await driveApp();
await app.stopJobs(); // they would carry it as well
const { objects } = app;
const { pool } = app.database;
const service = app.database.asService("a test carries what waits");
const original = randomBytes(1000);

/** A recording that was cut before it had gone to the drive: its cut has, and the original lies here. */
async function cutOf(ada: SignedIn) {
  const id = await recordingIn(app, ada, "disk", original);
  const kept = [{ start: 0, end: 6 }];
  await pool`
    insert into private.edits (recording_id, version, kept, status, shown, original)
    select id, 2, ${pool.json(kept)}, 'ready', ${pool.json(kept)}, private.film_of(r)
      from public.recordings r where id = ${id}
  `;
  const cut = { store: "google-drive", key: newKey() };
  await objects.put(cut, randomBytes(500), { owner: ada.id });
  await pool`
    update public.recordings set store = ${cut.store}, storage_key = ${cut.key}, duration = 6,
           storage_type = 'google_drive', size = 500, edited = true where id = ${id}
  `;
  await pool`delete from private.deliveries where recording_id = ${id}`;
  return id;
}

const restore = async (ada: SignedIn, id: string) =>
  expect((await ada.call("DELETE", `/recordings/${id}/edit`)).status).toBe(200);

test("an original that is restored goes to its owner's drive, where it never was", async () => {
  const ada = await app.connected();
  const id = await cutOf(ada);
  await restore(ada, id);
  expect((await play(ada, id)).bytes.equals(original), "it plays from here").toBe(true);
  await deliverRecording({ service, objects }, id);
  expect((await read(ada, id)).storage_type).toBe("google_drive");
  expect((await play(ada, id)).bytes.equals(original)).toBe(true);
});

test("it stays here where its owner prefers that", async () => {
  const ada = await app.connected();
  const id = await cutOf(ada);
  await ada.call("PUT", "/user/preferences", { preferred_storage: "s3" });
  await restore(ada, id);
  expect(await pool`select from private.deliveries where recording_id = ${id}`).toHaveLength(0);
  expect((await placeOf(app, id)).store).toBe("disk");
});
