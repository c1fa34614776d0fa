import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { sweep } from "#api/job-kinds.ts";
import { openDiskStore } from "#api/platform/objects/disk.ts";
import { joinStores } from "#api/platform/objects/objects.ts";
import { newKey } from "#api/platform/objects/store.ts";
import { testApp } from "#tests/support/app.ts";
import { memoryStore } from "#tests/support/memory-store.ts";
import { temporaryDirectory } from "#tests/support/temporary-directory.ts";
import { collect, move, moved, placeOf, play, recordingIn } from "./world.ts";

const disk = await openDiskStore(temporaryDirectory());
const cloud = memoryStore("cloud", "s3");
const objects = joinStores([cloud, disk]);
const app = await testApp({}, { objects });
await app.startJobs();
const bytes = randomBytes(300_000);

describe("a recording that is moved", () => {
  it("lies in the other store, verified, and nothing is left behind", async () => {
    const ada = await app.person();
    const id = await recordingIn(app, ada, "disk", bytes);
    const before = await placeOf(app, id);
    const answer = await move(ada, id);
    expect(answer.status).toBe(202);
    expect(await answer.json()).toMatchObject({
      id,
      storage_type: "local",
      moving: { to: "s3", percent: 0, failed: null },
    });
    expect(await moved(app, ada, id)).toMatchObject({ storage_type: "s3", moving: null });
    const after = await placeOf(app, id);
    expect(after.store).toBe("cloud");
    expect((await play(ada, id)).bytes.equals(bytes)).toBe(true);
    expect(await cloud.size(after.key)).toBe(bytes.length);

    // A player that began at the old place goes on there for some hours.
    expect(await disk.size(before.key)).toBe(bytes.length);
    await collect(app, objects);
    expect(await disk.size(before.key)).toBeNull();
    expect((await play(ada, id)).bytes.equals(bytes)).toBe(true);
  });

  it("is gone from where it was once those who began to watch there have finished", async () => {
    const ada = await app.person();
    const id = await recordingIn(app, ada, "disk", bytes);
    const before = await placeOf(app, id);
    await move(ada, id);
    await moved(app, ada, id);
    await app.database.pool`update private.former_files set left_at = now() - interval '1 day'`;
    await app.jobs.send(null, sweep, {});
    await expect.poll(() => disk.size(before.key), { timeout: 20_000 }).toBeNull();
  });

  it("takes the original of a cut along, and counts it where it lies", async () => {
    const ada = await app.person();
    const id = await recordingIn(app, ada, "disk", bytes);
    const whole = randomBytes(400_000);
    const original = { store: "disk", key: newKey() };
    await objects.put(original, whole);
    await app.database.pool`
      insert into private.edits (recording_id, kept, status, shown, original)
      select r.id, '[]', 'ready', '[]', private.film_of(r) || ${app.database.pool.json({
        ...{ storage_key: original.key, size: whole.length, storage_type: "local" },
      })} from public.recordings r where r.id = ${id}
    `;
    const readOriginal = async () => {
      const answer = await ada.call("GET", `/recordings/${id}/stream?original=true`);
      return Buffer.from(await answer.arrayBuffer()).equals(whole);
    };
    expect(await readOriginal()).toBe(true);
    expect((await move(ada, id)).status).toBe(202);
    expect(await moved(app, ada, id)).toMatchObject({ storage_type: "s3", moving: null });
    expect((await play(ada, id)).bytes.equals(bytes)).toBe(true);
    expect(await readOriginal()).toBe(true);
    await collect(app, objects);
    expect(await disk.size(original.key)).toBeNull();
    expect(await readOriginal()).toBe(true);
    const [usage] = await app.database.pool`
      select used_bytes from public.storage_usage where user_id = ${ada.id}
    `;
    expect(usage).toEqual({ used_bytes: bytes.length + whole.length });
  });
});

describe("moves", () => {
  it("are limited, one by one and all at once, and can always be cancelled", async () => {
    const ada = await app.person();
    const id = await recordingIn(app, ada, "disk", bytes);
    const moveAll = () => ada.call("POST", "/recordings/move-all", { storage_type: "s3" });
    const left = (limit: string, tokens: number) => app.database.pool`
      update private.buckets set tokens = ${tokens}, refilled_at = clock_timestamp()
       where name = ${`${limit}:account:${ada.id}`} returning (select round(b.tokens) as had
         from private.buckets b where b.name = private.buckets.name)
    `;
    expect((await move(ada, id)).status).toBe(202);
    expect(await left("move", 0)).toEqual([{ had: 299 }]);
    expect((await moveAll()).status).toBe(202);
    expect(await left("move-all", 0)).toEqual([{ had: 19 }]);
    for (const answer of [await move(ada, id), await moveAll()])
      expect([answer.status, (await answer.json()).message]).toEqual([
        429,
        "You have asked for many moves in a short time. Please wait a moment and try again.",
      ]);
    expect((await ada.call("DELETE", "/recordings/move-all")).status).toBe(200);
  });
});
