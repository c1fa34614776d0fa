import { expect, test } from "vitest";
import { joinStores } from "#api/platform/objects/objects.ts";
import { StoreFull } from "#api/platform/objects/store.ts";
import { testApp } from "#tests/support/app.ts";
import {
  allowForCutting,
  bytesAt,
  editOf,
  keep,
  recordNumbered,
  rendered,
  tokenOf,
  wrongIn,
} from "#tests/support/edits.ts";
import { memoryStore } from "#tests/support/memory-store.ts";
import { readRecording } from "#tests/support/saving.ts";

allowForCutting();
const KEPT = [{ start: 1.3, end: 5.05 }];

let room: number | null = null;
let isFull = false;
const disk = memoryStore("disk", "local");
const objects = joinStores([
  {
    ...disk,
    room: async () => room,
    put: async (...args) => {
      if (isFull) throw new StoreFull();
      return disk.put(...args);
    },
  },
]);
const app = await testApp({}, { objects });
await app.startJobs();

test("a cut without room on the disk is refused or fails in words, and is made once there is some", async () => {
  const owner = await app.person();
  const { id, size } = await recordNumbered(owner);
  await expect
    .poll(async () => (await readRecording(owner, id)).contact_sheet, { timeout: 120_000 })
    .not.toBe(null);
  const stream = `/recordings/${id}/stream?token=${await tokenOf(owner, id)}`;
  const film = await bytesAt(app, stream);
  const isAsBefore = async () => {
    expect(await readRecording(owner, id)).toMatchObject({ edited: false, size });
    expect(await bytesAt(app, stream)).toEqual(film);
  };

  room = 1000;
  const refused = await owner.call("PUT", `/recordings/${id}/edit`, { version: 1, kept: KEPT });
  expect([refused.status, await refused.json()]).toMatchObject([402, { code: "quota_exceeded" }]);
  expect(await editOf(owner, id)).toMatchObject({ version: 1, status: "none" });
  await isAsBefore();

  // The disk fills between the answer and the work, and once more while the cut is written.
  const fails = { status: "failed", error: expect.stringContaining("no room left for the cut") };
  await app.stopJobs();
  room = null;
  await keep(owner, id, KEPT);
  room = 1000;
  await app.startJobs();
  expect(await rendered(owner, id)).toMatchObject(fails);
  await isAsBefore();
  [room, isFull] = [null, true];
  await keep(owner, id, KEPT);
  expect(await rendered(owner, id)).toMatchObject(fails);
  await isAsBefore();

  isFull = false;
  await keep(owner, id, KEPT);
  expect(await rendered(owner, id)).toMatchObject({ status: "ready", error: null });
  expect(await wrongIn(await bytesAt(app, stream), KEPT)).toEqual([]);
});
