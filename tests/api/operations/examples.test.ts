import { statfsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import pino from "pino";
import { expect, test } from "vitest";
import { checkStorage, giveUpCheck } from "#api/features/operations/check-storage.ts";
import { openDiskStore } from "#api/platform/objects/disk.ts";
import { joinStores } from "#api/platform/objects/objects.ts";
import { newKey, type ObjectStore } from "#api/platform/objects/store.ts";
import type { ServerState } from "#contract/server.ts";
import { testApp } from "#tests/support/app.ts";
import { memoryStore } from "#tests/support/memory-store.ts";
import { insertRecording } from "#tests/support/recordings.ts";
import { temporaryDirectory } from "#tests/support/temporary-directory.ts";

const { person, database, env, jobs } = await testApp();
const { pool } = database;
const service = database.asService("a test looks at stores");
const boss = await person({ role: "super_admin" });
const owner = await person();
const log = pino({ level: "silent" });

const server = async (): Promise<ServerState> => (await boss.call("GET", "/admin/server")).json();

async function recordingsIn(store: string, count: number): Promise<string[]> {
  const keys = Array.from({ length: count }, newKey);
  for (const key of keys) {
    const id = await insertRecording(pool, owner.id, { size: 10 });
    await pool`
      update public.recordings set store = ${store}, storage_key = ${key} where id = ${id}`;
  }
  return keys.sort();
}

const newCheck = async () => {
  const [check] = await pool<{ id: string }[]>`
    insert into private.storage_checks default values returning id`;
  return check?.id ?? "";
};

test("a check of the storage counts everything and names twenty of each", async () => {
  const disk = await openDiskStore(temporaryDirectory());
  const objects = joinStores([disk, memoryStore("memory")]);
  const lost = await recordingsIn("disk", 22);
  const loose = Array.from({ length: 22 }, newKey);
  for (const key of loose) await objects.put({ store: "disk", key }, new Uint8Array(1));
  await checkStorage({ service, objects, log }, await newCheck(), AbortSignal.timeout(30_000));
  const [found, other] = (await server()).storage_check?.stores ?? [];
  expect(other, "which cannot say what it holds").toMatchObject({ store: "memory", unknown: null });
  expect(found).toMatchObject({ store: "disk", objects: 22, missing: 22, unknown: 22 });
  expect(found?.missing_examples).toEqual(lost.slice(0, 20));
  expect(found?.unknown_examples).toHaveLength(20);
  expect(loose).toEqual(expect.arrayContaining(found?.unknown_examples ?? []));
});

test("a check that is stopped leaves no result, and one that is given up says why", async () => {
  const objects = joinStores([memoryStore("memory")]);
  const check = await newCheck();
  const enough = AbortSignal.abort(new Error("Enough"));
  const stopped = checkStorage({ service, objects, log }, check, enough);
  await expect(stopped).rejects.toThrow("Enough");
  expect((await server()).storage_check?.finished_at).toBeNull();
  await giveUpCheck(service, check);
  expect((await server()).storage_check).toMatchObject({
    failure: "A storage did not answer",
    finished_at: expect.any(String),
    stores: [],
  });
  await checkStorage({ service, objects, log }, check, AbortSignal.timeout(30_000));
  expect((await server()).storage_check).toMatchObject({ failure: null });
});

test("the server tells of a store that it has no way to, how long it runs, and how much room there is", async () => {
  await recordingsIn("far away", 2);
  const { stores, uptime_seconds, disk_free_bytes, disk_total_bytes } = await server();
  expect(stores).toContainEqual({
    ...{ name: "far away", storage_type: null },
    ...{ recordings: 2, bytes: 20 },
  });
  expect(stores.map(({ name }) => name)).toEqual(["disk", "far away"]);
  const seconds = performance.now() / 1000;
  expect(uptime_seconds).toBeGreaterThan(0);
  expect(uptime_seconds).toBeLessThanOrEqual(seconds);
  expect(uptime_seconds).toBeGreaterThan(seconds - 60);
  const { blocks, bsize } = statfsSync(env.DATA_DIR);
  expect(disk_total_bytes).toBe(blocks * bsize);
  expect(disk_free_bytes).toBeLessThan(disk_total_bytes);
});

test("of jobs that have failed the last hundred are told", async () => {
  const kind = { name: "one-kind", data: { parse: (data: unknown) => data } as never }; // only its name is asked
  for (let count = 0; count < 102; count++) await jobs.send(null, kind, { count });
  await pool`
    update private.jobs set due_at = null, reason = 'no',
           failed_at = now() - make_interval(secs => 1000 - (data ->> 'count')::int)
     where kind = 'one-kind'`;
  const { failed, kinds } = await (await boss.call("GET", "/admin/jobs")).json();
  const counts = failed.map(({ data }: { data: { count: number } }) => data.count);
  expect(counts).toEqual(Array.from({ length: 100 }, (_, n) => 101 - n));
  expect(kinds).toContainEqual({ kind: "one-kind", waiting: 0, running: 0, failed: 102 });
});

test("a check names what lies in no folder of the store, and ends although some sizes are refused", async () => {
  const directory = temporaryDirectory();
  const disk = await openDiskStore(directory);
  await writeFile(join(directory, "notes.txt"), "of the operator's");
  const [lost = "", ...refused] = await recordingsIn("elsewhere", 4);
  const refusedToo = newKey();
  const isRefused = (key: string) => [...refused, refusedToo].includes(key);
  const other: ObjectStore = {
    ...memoryStore("elsewhere"),
    size: async (key) => (isRefused(key) ? Promise.reject(new Error("403")) : null),
    keys: async function* () {
      yield [refusedToo];
    },
  };
  const objects = joinStores([disk, other]);
  await checkStorage({ service, objects, log }, await newCheck(), AbortSignal.timeout(30_000));
  const stores = (await server()).storage_check?.stores ?? [];
  expect(stores.find(({ store }) => store === "disk")?.unknown_examples).toEqual(["notes.txt"]);
  expect(stores.find(({ store }) => store === "elsewhere")).toMatchObject({
    ...{ objects: 4, refused: 3, missing: 1, missing_examples: [lost] },
    ...{ unknown: 1, unknown_examples: [refusedToo] },
  });
});

test("a check fails where a store tells of nothing that it is asked for", async () => {
  await recordingsIn("silent", 3);
  const silent = { ...memoryStore("silent"), size: () => Promise.reject(new Error("away")) };
  const objects = joinStores([silent]);
  const check = checkStorage(
    { service, objects, log },
    await newCheck(),
    AbortSignal.timeout(30_000),
  );
  await expect(check).rejects.toThrow("away");
});
