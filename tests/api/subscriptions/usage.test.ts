import { describe, expect, it } from "vitest";
import { openDiskStore } from "#api/platform/objects/disk.ts";
import { joinStores } from "#api/platform/objects/objects.ts";
import { StorageUsage } from "#contract/subscriptions.ts";
import { type SignedIn, testApp } from "#tests/support/app.ts";
import { insertRecording } from "#tests/support/recordings.ts";
import { temporaryDirectory } from "#tests/support/temporary-directory.ts";
import { tusClient } from "#tests/support/tus.ts";

const GB = 2 ** 30;

const disk = await openDiskStore(temporaryDirectory());
let room: number | null = null;
const app = await testApp({}, { objects: joinStores([{ ...disk, room: async () => room }]) });

describe("storage usage", () => {
  it("is the plan's room and what the recordings weigh", async () => {
    const ada = await app.person({ plan: "Starter" });
    await keep(ada, 5 * GB);
    expect(await usage(ada)).toMatchObject({
      used_gb: 5,
      limit_gb: 25,
      storage_used_bytes: 5 * GB,
      storage_limit_bytes: 25 * GB,
      percentage: 20,
    });
  });

  it("stops at 100 percent and has no room left after a downgrade", async () => {
    const ada = await app.person({ plan: "Starter" });
    await keep(ada, 40 * GB);
    expect(await usage(ada)).toMatchObject({ percentage: 100, used_gb: 40, available_bytes: 0 });
  });

  it("is nothing of nothing on Free without a drive", async () => {
    const ada = await app.person({ plan: "Free" });
    expect(await usage(ada)).toEqual({
      used_gb: 0,
      limit_gb: 0,
      storage_used_bytes: 0,
      storage_limit_bytes: 0,
      trash_bytes: 0,
      percentage: 0,
      available_bytes: 0,
    });
  });

  it("counts what is in a drive where that is the storage, and takes no room of a plan for it", async () => {
    const ada = await app.person({ plan: "Starter" });
    await keep(ada, 5 * GB);
    await keep(ada, 3 * GB, "google_drive");
    expect(await usage(ada)).toMatchObject({
      used_gb: 5,
      percentage: 20,
      available_bytes: 20 * GB,
    });
    await ada.call("POST", "/subscriptions/cancel");
    expect(await usage(ada)).toMatchObject({
      ...{ used_gb: 8, storage_used_bytes: 8 * GB, storage_limit_bytes: 0 },
      ...{ percentage: 0, available_bytes: 0 },
    });
  });

  it("counts what a drive holds of the trash where that is the storage", async () => {
    const ada = await app.person({ plan: "Starter" });
    await keep(ada, 5 * GB);
    await keep(ada, 3 * GB, "google_drive");
    await app.database.pool`
      update public.recordings set deleted_at = now(), purge_at = now() + interval '1 day'
       where owner_id = ${ada.id}`;
    expect(await usage(ada)).toMatchObject({ trash_bytes: 5 * GB });
    await ada.call("POST", "/subscriptions/cancel");
    expect(await usage(ada)).toMatchObject({ trash_bytes: 8 * GB });
  });

  it("shows nobody else's recordings", async () => {
    const [ada, ben] = await Promise.all([app.person(), app.person()]);
    await keep(ada, GB);
    expect((await usage(ben)).storage_used_bytes).toBe(0);
  });

  async function keep({ id }: SignedIn, size: number, storage_type = "local") {
    await app.database.asService("a test makes a recording")((sql) =>
      insertRecording(sql, id, { size, storage_type }),
    );
  }
});

describe("what can still be stored", () => {
  it.each([
    { what: "the disk's room where that is less", disk: 3 * GB, available: 3 * GB },
    { what: "the plan's room where that is less", disk: 900 * GB, available: 25 * GB },
    { what: "the plan's room where the store knows no bound", disk: null, available: 25 * GB },
  ])("is $what", async ({ disk, available }) => {
    room = disk;
    const ada = await app.person({ plan: "Starter" });
    expect((await usage(ada)).available_bytes).toBe(available);
  });

  it("on a disk with less room than the plan is what fits, and more is refused in words", async () => {
    room = 1000;
    const { token } = await app.person({ plan: "Starter" });
    const tus = tusClient(app, token);
    const refused = await tus.create({ length: 1001 });
    expect([refused.status, (await refused.json()).error]).toEqual([
      507,
      "This server's disk is full. Nothing is lost: try again when there is room.",
    ]);
    expect((await tus.create({ length: 1000 })).status).toBe(201);
  });
});

async function usage(person: SignedIn) {
  const response = await person.call("GET", "/subscriptions/storage-usage");
  expect(response.status).toBe(200);
  return StorageUsage.parse(await response.json());
}
