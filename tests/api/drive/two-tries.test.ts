import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { deliverRecording } from "#api/features/drive/deliver-recording.ts";
import type { ObjectRef } from "#api/platform/objects/store.ts";
import { collect, placeOf, play, read, recordingIn } from "#tests/api/moves/world.ts";
import { driveApp } from "#tests/support/drive.ts";

const app = await driveApp();
await app.stopJobs(); // they would carry it as well
const { google, objects } = app;
const { pool } = app.database;
const service = app.database.asService("a test carries what waits");
const bytes = randomBytes(1000);

/** A recording of which one try is silent for so long that another begins. */
async function carriedTwice() {
  const email = `${crypto.randomUUID()}@gmail.test`;
  const ada = await app.connected(email);
  const id = await recordingIn(app, ada, "disk", bytes);
  await pool`
    insert into private.deliveries (recording_id, owner_id) values (${id}, ${ada.id})
    on conflict do nothing
  `;
  const [begun, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const put: typeof objects.put = async (...sent) => {
    begun.resolve();
    await goesOn.promise;
    return objects.put(...sent);
  };
  const silent = deliverRecording({ service, objects: { ...objects, put } }, id);
  await begun.promise;
  await pool`update private.deliveries set claimed_until = now() where recording_id = ${id}`;
  return { ada, email, id, silent, goesOn: () => goesOn.resolve() };
}

const kept = (email: string) => google.videos(email).filter(({ trashed }) => !trashed);

describe("two tries that carry one recording at once", () => {
  it("leave it in the drive, in one file, whichever arrives last", async () => {
    const { ada, email, id, silent, goesOn } = await carriedTwice();
    await deliverRecording({ service, objects }, id);
    const place = await placeOf(app, id);
    goesOn();
    await silent;
    await collect(app, objects);
    expect(await placeOf(app, id)).toEqual(place);
    expect((await read(ada, id)).storage_type).toBe("google_drive");
    expect((await play(ada, id)).bytes.equals(bytes)).toBe(true);
    expect(kept(email)).toHaveLength(1);
  });

  it("leave it there also where the later of them fails", async () => {
    const { ada, email, id, silent, goesOn } = await carriedTwice();
    await deliverRecording({ service, objects }, id);
    google.fail("chunk", { status: 403, reason: "storageQuotaExceeded" });
    goesOn();
    await silent;
    google.heal();
    await collect(app, objects);
    expect((await play(ada, id)).bytes.equals(bytes)).toBe(true);
    expect(kept(email)).toHaveLength(1);
  });

  it("leave nothing in the drive where it has gone somewhere else meanwhile", async () => {
    const { ada, email, id, silent, goesOn } = await carriedTwice();
    const elsewhere: ObjectRef = { store: "disk", key: "of/another-film" };
    await objects.put(elsewhere, bytes);
    await pool`update public.recordings set storage_key = ${elsewhere.key} where id = ${id}`;
    goesOn();
    await silent;
    expect(await placeOf(app, id)).toEqual(elsewhere);
    expect((await play(ada, id)).status).toBe(200);
    expect(kept(email)).toEqual([]);
    const waiting = await pool`select from private.deliveries where recording_id = ${id}`;
    expect(waiting, "it is carried from there").toHaveLength(1);
  });
});

describe("a recording that has gone to a drive", () => {
  it("is the same file to who has a part of it, and stays here for another minute", async () => {
    const ada = await app.connected();
    const id = await recordingIn(app, ada, "disk", bytes);
    const before = await placeOf(app, id);
    await pool`
      insert into private.deliveries (recording_id, owner_id) values (${id}, ${ada.id})
      on conflict do nothing
    `;
    const tag = async () =>
      (await ada.call("HEAD", `/recordings/${id}/stream`)).headers.get("ETag");
    const tagBefore = await tag();
    await deliverRecording({ service, objects }, id);
    expect((await placeOf(app, id)).store).toBe("google-drive");
    expect(tagBefore).not.toBeNull();
    expect(await tag()).toBe(tagBefore);
    const [left] = await pool`
      select due_at between now() + interval '50 seconds' and now() + interval '1 minute' as soon
        from private.loose_objects where store = 'disk' and storage_key = ${before.key}
    `;
    expect(left).toEqual({ soon: true });
  });
});
