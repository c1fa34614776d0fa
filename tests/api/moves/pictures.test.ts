import { randomBytes } from "node:crypto";
import pino from "pino";
import { describe, expect, it } from "vitest";
import { bringLeftPictures } from "#api/features/moves/bring-pictures.ts";
import { joinStores } from "#api/platform/objects/objects.ts";
import { newKey, type ObjectRef, type ObjectStore } from "#api/platform/objects/store.ts";
import { stores } from "#tests/api/objects/stores.ts";
import { type SignedIn, type TestApp, testApp } from "#tests/support/app.ts";
import { jpeg } from "#tests/support/jpeg.ts";
import { memoryStore } from "#tests/support/memory-store.ts";
import { insertRecordings } from "#tests/support/recordings.ts";
import { collect, move, moved, recordingIn } from "./world.ts";

const bytes = randomBytes(3000);
const sheetShape = "tiles=1&seconds_each=1&tile_width=160&tile_height=90";

/** A server whose home changes: new bytes went to `old` before, and go to `home` now. */
async function movingApp(home: ObjectStore, old: ObjectStore) {
  const objects = { ...joinStores([home, old]) };
  const app = await testApp({}, { objects });
  await app.startJobs();
  return { app, objects };
}

/** A recording with both pictures, in the store that is home at this moment. */
async function pictured(app: TestApp, objects: { home: string }, ada: SignedIn, store: string) {
  const now = objects.home;
  objects.home = store;
  const id = await recordingIn(app, ada, store, bytes);
  const answers = [
    await ada.call("POST", `/recordings/${id}/thumbnail`, jpeg()),
    await ada.call("POST", `/recordings/${id}/contact-sheet?${sheetShape}`, jpeg()),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  objects.home = now;
  return id;
}

async function picturesOf({ database }: TestApp, id: string): Promise<ObjectRef[]> {
  const [row] = await database.pool`
    select thumbnail_store, thumbnail_key, contact_sheet_store, contact_sheet_key
      from public.recordings where id = ${id}
  `;
  return [
    { store: row?.thumbnail_store, key: row?.thumbnail_key },
    { store: row?.contact_sheet_store, key: row?.contact_sheet_key },
  ];
}

async function bytesFrom(ada: SignedIn, path: string) {
  const answer = await ada.call("GET", path);
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

async function expectShown(ada: SignedIn, id: string) {
  for (const kind of ["thumbnail", "contact-sheet"])
    expect(await bytesFrom(ada, `/recordings/${id}/${kind}`)).toEqual(Buffer.from(jpeg()));
}

/** A cut beside which an original lies, with a thumbnail of its own in that store. */
async function withOriginal({ database }: TestApp, id: string, store: ObjectStore) {
  const key = newKey();
  await store.put(key, Buffer.from("original"));
  await database.pool`
    insert into private.edits (recording_id, kept, status, shown, original)
    select id, '[]', 'ready', '[]', jsonb_build_object(
      'thumbnail_store', ${store.name}::text, 'thumbnail_key', ${key}::text)
      from public.recordings where id = ${id}
  `;
  return key;
}

const kinds = stores.filter(({ name }) => name === "disk" || name === "s3");

describe.each(kinds)("pictures go with a recording to the $name store", ({ name, open }) => {
  it("and away from it, and nothing of them is left behind", async () => {
    const [store, other] = [await open(), memoryStore("other", "local")];
    for (const [old, home] of [
      [other, store],
      [store, other],
    ] as const) {
      const { app, objects } = await movingApp(home, old);
      const ada = await app.person();
      const id = await pictured(app, objects, ada, old.name);
      const before = await picturesOf(app, id);
      const original = await withOriginal(app, id, old);
      await move(ada, id);
      expect(await moved(app, ada, id)).toMatchObject({ moving: null });
      const goes = `/recordings/${id}/thumbnail?original=true`;
      expect(await bytesFrom(ada, goes)).toEqual(Buffer.from("original"));
      const after = await picturesOf(app, id);
      expect(after.map((ref) => ref.store)).toEqual([home.name, home.name]);
      await collect(app, app.objects);
      await expectShown(ada, id);
      for (const key of [original, ...before.map((ref) => ref.key)])
        expect(await old.size(key)).toBeNull();
    }
    expect(name).toBe(store.name);
  });
});

describe("pictures", () => {
  it.each([
    ["this server is not connected to their store", { thumbnail_store: "gone" }, "gone"],
    ["one of them is gone", { thumbnail_key: "lost" }, "old"],
  ])("keep no recording from its way where %s", async (_, lost, store) => {
    const { app, objects } = await movingApp(memoryStore("home"), memoryStore("old", "local"));
    const ada = await app.person();
    const id = await pictured(app, objects, ada, "old");
    const { pool } = app.database;
    await pool`update public.recordings set ${pool(lost)} where id = ${id}`;
    await move(ada, id);
    expect(await moved(app, ada, id)).toMatchObject({ moving: null, storage_type: "s3" });
    const stores = (await picturesOf(app, id)).map((picture) => picture.store);
    expect(stores).toEqual([store, "home"]);
  });

  it("of recordings that were moved without them follow by themselves", async () => {
    const { app, objects } = await movingApp(memoryStore("home"), memoryStore("old", "local"));
    const ada = await app.person();
    const id = await pictured(app, objects, ada, "old");
    const service = app.database.asService("a test sweeps");
    await bringLeftPictures({ service, objects, log: pino({ level: "silent" }) });
    expect((await picturesOf(app, id)).map(({ store }) => store)).toEqual(["home", "home"]);
    await expectShown(ada, id);
  });

  it("come in turn behind more than go in one sweep, of which none can be brought", async () => {
    const { app, objects } = await movingApp(memoryStore("home"), memoryStore("old", "local"));
    const ada = await app.person();
    const sql = app.database.pool;
    const lost = { thumbnail_store: "old", thumbnail_key: "lost" };
    await insertRecordings(sql, ada.id, Array(100).fill(lost));
    const id = await pictured(app, objects, ada, "old");
    const world = { service: app.database.asService("a test sweeps"), objects };
    const stores = async () => {
      await bringLeftPictures({ ...world, log: pino({ level: "silent" }) });
      return (await picturesOf(app, id)).map(({ store }) => store);
    };
    await expect.poll(stores).toEqual(["home", "home"]);
  });

  it("that were replaced on their way stay what they are by then", async () => {
    const sound = memoryStore("old", "local");
    let meanwhile = async () => {};
    const get: ObjectStore["get"] = async (...asked) => {
      const body = await sound.get(...asked);
      await meanwhile();
      return body;
    };
    const { app, objects } = await movingApp(memoryStore("home"), { ...sound, get });
    const ada = await app.person();
    const id = await pictured(app, objects, ada, "old");
    let replaced: ObjectRef | undefined;
    meanwhile = async () => {
      meanwhile = async () => {};
      await ada.call("POST", `/recordings/${id}/thumbnail`, jpeg());
      [replaced] = await picturesOf(app, id);
    };
    const service = app.database.asService("a test sweeps");
    await bringLeftPictures({ service, objects, log: pino({ level: "silent" }) });
    expect(replaced?.store).toBe("home");
    expect((await picturesOf(app, id))[0]).toEqual(replaced);
  });

  it("stay where they are where the copy is another than they are", async () => {
    const home = memoryStore("home");
    const spoiled = { ...home, get: async () => new Blob(["something else"]) };
    const old = memoryStore("old", "local");
    const { app, objects } = await movingApp(spoiled, old);
    const ada = await app.person();
    const id = await pictured(app, objects, ada, "old");
    const before = await picturesOf(app, id);
    const warned: unknown[] = [];
    const log = { warn: (about: unknown) => void warned.push(about) } as never; // all that is said of a log here
    const service = app.database.asService("a test sweeps");
    await bringLeftPictures({ service, objects, log });
    expect(warned).toHaveLength(1);
    expect(await picturesOf(app, id)).toEqual(before);
    await expectShown(ada, id);
    expect(home.objects.size, "copies that are left").toBe(0);
  });
});
