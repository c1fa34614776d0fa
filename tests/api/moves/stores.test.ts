import { randomBytes } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { freeOn, roomOn } from "#api/platform/objects/disk-room.ts";
import { joinStores } from "#api/platform/objects/objects.ts";
import { PART_BYTES } from "#api/platform/objects/parts.ts";
import { newKey, type ObjectStore } from "#api/platform/objects/store.ts";
import { openSupabaseStore } from "#api/platform/objects/supabase.ts";
import { stores } from "#tests/api/objects/stores.ts";
import { startStorage } from "#tests/stand-ins/supabase-storage.ts";
import { type TestApp, testApp } from "#tests/support/app.ts";
import { atEndOfFile } from "#tests/support/cleanup.ts";
import { memoryStore } from "#tests/support/memory-store.ts";
import { insertRecording } from "#tests/support/recordings.ts";
import { collect, move, moved, placeOf, recordingIn } from "./world.ts";

const bytes = randomBytes(300_000);
/** A drive is somebody's: the way there is in `drive.test.ts`. */
const clouds = stores.filter(({ name }) => name !== "google-drive");
const pairs = stores.flatMap((from) => clouds.filter((to) => to !== from).map((to) => [from, to]));

describe.each(pairs.flatMap(([from, to]) => (from && to ? [{ from, to }] : [])))(
  "from the $from.name store to the $to.name store",
  ({ from, to }) => {
    it("a recording is moved, and plays from there", async () => {
      const [old, home] = [await from.open(), await to.open()];
      const app = await movingApp(home, old);
      const ada = await app.person();
      const id = await recordingIn(app, ada, old.name, bytes);
      const before = await placeOf(app, id);
      expect((await move(ada, id)).status).toBe(202);
      expect(await moved(app, ada, id)).toMatchObject({
        moving: null,
        storage_type: home.storageType,
      });
      await expectThere(app, id, home.name);
      await collect(app, app.objects);
      expect(await old.size(before.key)).toBeNull();
    });
  },
);

describe("to a storage that takes no object of this size", () => {
  it("a recording is moved in pieces, also out of a store that can only be read once", async () => {
    const storage = startStorage();
    atEndOfFile(storage.stop);
    storage.limit.bytes = PART_BYTES;
    const large = randomBytes(PART_BYTES + 300_000);
    const { url, secretKey } = storage;
    const home = await openSupabaseStore({ url, secretKey, bucket: "recordings" });
    const old = onlyStreams(memoryStore("old", "local"));
    const app = await movingApp(home, old);
    const ada = await app.person();
    const id = await recordingIn(app, ada, "old", large);
    await move(ada, id);
    expect(await moved(app, ada, id)).toMatchObject({ moving: null, storage_type: "s3" });
    await expectThere(app, id, "supabase", large);
    const work = join(app.env.DATA_DIR, "work");
    expect(readdirSync(work)).toEqual([]);
    // No room on the disk is promised to this work any more.
    const promised = () => freeOn(work) - roomOn(work, { reserve: 0 });
    await expect.poll(promised).toBeLessThan(PART_BYTES / 2);
  });
});

describe("a recording that could not be prepared", () => {
  it("is in parts, and arrives as one file", async () => {
    const [old, home] = [memoryStore("old", "local"), memoryStore("home", "s3")];
    const app = await movingApp(home, old);
    const ada = await app.person();
    const id = await inParts(app, ada, ["old", "old"]);
    const etag = async () =>
      (await ada.call("HEAD", `/recordings/${id}/stream`)).headers.get("ETag");
    const before = await etag();
    await move(ada, id);
    expect(await moved(app, ada, id)).toMatchObject({
      moving: null,
      storage_type: "s3",
      status: "failed",
      mime_type: "video/x-msvideo",
    });
    expect(await etag()).toBe(before);
    await expectThere(app, id, "home");
    const played = await ada.call("GET", `/recordings/${id}/stream`);
    expect(Buffer.from(await played.arrayBuffer()).equals(bytes)).toBe(true);
  });

  it("is moved as a whole where some of it is there already", async () => {
    const app = await movingApp(memoryStore("home", "s3"), memoryStore("old", "local"));
    const ada = await app.person();
    const id = await inParts(app, ada, ["old", "home"]);
    await move(ada, id);
    expect(await moved(app, ada, id)).toMatchObject({ moving: null, storage_type: "s3" });
    await expectThere(app, id, "home");
  });

  /** Two parts, each in its store. */
  async function inParts(app: TestApp, owner: { id: string }, places: [string, string]) {
    const { pool } = app.database;
    const id = await insertRecording(pool, owner.id, { size: bytes.length });
    await pool`update public.recordings set status = 'failed' where id = ${id}`;
    const [upload] = await pool`
      insert into public.uploads
        (owner_id, recording_id, kind, mime_type, length, received, finished_at)
      values (${owner.id}, ${id}, 'import', 'video/x-msvideo', ${bytes.length}, ${bytes.length}, now())
      returning id
    `;
    let start = 0;
    for (const store of places) {
      const part = bytes.subarray(start, start + bytes.length / 2);
      const key = newKey();
      await app.objects.put({ store, key }, part);
      await pool`
        insert into private.upload_parts (upload_id, start, size, store, storage_key)
        values (${upload?.id}, ${start}, ${part.length}, ${store}, ${key})
      `;
      start += part.length;
    }
    return id;
  }
});

async function movingApp(home: ObjectStore, old: ObjectStore): Promise<TestApp> {
  const app = await testApp({}, { objects: joinStores([home, old]) });
  await app.startJobs();
  return app;
}

/** The bytes are whole in this store, as the store itself gives them. */
async function expectThere(app: TestApp, id: string, store: string, whole = bytes): Promise<void> {
  const ref = await placeOf(app, id);
  expect(ref.store).toBe(store);
  const body = await app.objects.get(ref);
  expect(Buffer.from(await new Response(body).arrayBuffer()).equals(whole)).toBe(true);
}

const onlyStreams = (store: ObjectStore): ObjectStore => ({
  ...store,
  async get(...given) {
    const body = await store.get(...given);
    return body instanceof Blob ? body.stream() : body;
  },
});
