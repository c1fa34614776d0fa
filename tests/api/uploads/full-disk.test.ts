import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { closeStaleUploads } from "#api/features/uploads/close-stale-uploads.ts";
import { openDiskStore } from "#api/platform/objects/disk.ts";
import { freeOn } from "#api/platform/objects/disk-room.ts";
import { joinStores } from "#api/platform/objects/objects.ts";
import { PART_BYTES } from "#api/platform/objects/parts.ts";
import { testApp } from "#tests/support/app.ts";
import {
  allowForProcessing,
  processed,
  readRecording,
  saveVideo,
  videoForm,
} from "#tests/support/saving.ts";
import { aDiskOf } from "#tests/support/small-disk.ts";
import { temporaryDirectory } from "#tests/support/temporary-directory.ts";
import { created, tusClient } from "#tests/support/tus.ts";
import { videoBytes } from "#tests/support/videos.ts";

allowForProcessing();
const FULL = Number.MAX_SAFE_INTEGER;
const SAID = "This server's disk is full. Nothing is lost: try again when there is room.";
const directory = temporaryDirectory();
/** All of the disk is kept back, or nothing of it. */
const disk = { reserve: 0, free: freeOn };
const objects = joinStores([await openDiskStore(directory, disk)]);
const app = await testApp({}, { objects });
const sql = app.database.pool;
const webm = await videoBytes("recorded.webm");
beforeEach(() => {
  Object.assign(disk, { reserve: 0, free: freeOn });
});

describe("a disk that is full", () => {
  it("refuses the next part, keeps those before it, and the upload goes on when there is room", async () => {
    const ada = await app.person();
    const tus = tusClient(app, ada.token);
    const { url, recording } = created(await tus.create());
    await tus.patch(url, { offset: 0, bytes: webm.slice(0, 10_000) });

    disk.reserve = FULL;
    const rest = { offset: 10_000, bytes: webm.slice(10_000), length: webm.length };
    const refused = await tus.patch(url, rest);
    expect([refused.status, (await refused.json()).error]).toEqual([507, SAID]);
    expect(await tus.offset(url)).toBe(10_000);
    const soFar = await ada.call("GET", `/recordings/${recording}/stream`);
    expect((await soFar.arrayBuffer()).byteLength).toBe(10_000);

    disk.reserve = 0;
    const { length, ...again } = rest;
    expect((await tus.patch(url, again)).status).toBe(204);
    expect(await readRecording(ada, recording)).toMatchObject({
      status: "processing",
      size: webm.length,
    });
  });

  it("lets no recorder give up: the upload that it refuses to begin is begun when there is room", async () => {
    const ada = await app.person();
    const tus = tusClient(app, ada.token);
    disk.reserve = FULL;
    const refused = await tus.create();
    expect([refused.status, (await refused.json()).code]).toEqual([507, "no_room"]);
    disk.reserve = 0;
    expect((await tus.create()).status).toBe(201);
  });

  it("is not promised to several at once: what is announced and still to come counts", async () => {
    const ada = await app.person();
    const tus = tusClient(app, ada.token);
    const { promise: end, resolve: letGo } = Promise.withResolvers<void>();
    const urls = await Promise.all(
      Array.from({ length: 12 }, async () => created(await tus.create()).url),
    );
    disk.free = aDiskOf(6 * PART_BYTES, directory).free;
    let refused = 0;
    const parts = urls.map(async (url) => {
      const body = heldBody(webm.slice(0, 1000), end);
      const part = { offset: 0, bytes: body, contentLength: PART_BYTES };
      const { status } = await tus.patch(url, part);
      if (status === 507) refused++;
      return status;
    });
    await expect.poll(() => refused, { timeout: 10_000 }).toBeGreaterThanOrEqual(4);
    letGo();
    expect(await Promise.all(parts)).toContain(204);
  });

  it("does not end the upload of a sender who keeps asking, however long it lasts", async () => {
    const ada = await app.person();
    const tus = tusClient(app, ada.token);
    const { url, recording } = created(await tus.create());
    await tus.patch(url, { offset: 0, bytes: webm.slice(0, 1000) });
    await sql`
      update public.uploads set touched_at = now() - interval '2 days'
       where recording_id = ${recording}
    `;
    disk.reserve = FULL;
    const rest = { offset: 1000, bytes: webm.slice(1000) };
    expect((await tus.patch(url, rest)).status).toBe(507);
    const service = app.database.asService("a test runs the sweeper");
    await closeStaleUploads(service, { send: async () => {} });
    disk.reserve = 0;
    expect((await tus.patch(url, { ...rest, length: webm.length })).status).toBe(204);
    expect(await readRecording(ada, recording)).toMatchObject({ interrupted: false });
  });

  it("refuses a whole file and a picture, and leaves nothing of them", async () => {
    const ada = await app.person();
    const { id } = await saveVideo(ada);
    const before = await files();
    disk.reserve = FULL;
    const saved = await ada.call("POST", "/recordings", videoForm(webm, "a.webm"));
    expect([saved.status, (await saved.json()).code]).toEqual([507, "no_room"]);
    const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(200, 1)]);
    const picture = Buffer.concat([jpeg, Buffer.from([0xff, 0xd9])]);
    const drawn = await ada.call("POST", `/recordings/${id}/thumbnail`, picture);
    expect([drawn.status, (await drawn.json()).code]).toEqual([507, "no_room"]);
    expect(await files()).toEqual(before);
  });

  it("lets a recording play as it came, and it is worked on when there is room", async () => {
    const ada = await app.person();
    const { id } = await saveVideo(ada);
    await sql`update public.recordings set progress = 40 where id = ${id}`; // as far as an earlier try came
    disk.reserve = FULL;
    await app.startJobs();
    await expect.poll(() => waiting(id), { timeout: 30_000 }).toBe(1);
    const putOff = { status: "processing", progress: 0, failure: null };
    expect(await readRecording(ada, id)).toMatchObject(putOff);
    const stream = await ada.call("GET", `/recordings/${id}/stream`);
    expect((await stream.arrayBuffer()).byteLength).toBe(webm.length);

    disk.reserve = 0;
    await sql`update private.jobs set due_at = now() where attempt is null`;
    expect(await processed(ada, id)).toMatchObject({ status: "ready", playable: true });
  });
});

/** A sender who has begun, and ends when they are let go. */
function heldBody(first: Uint8Array, end: Promise<void>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async start(controller) {
      controller.enqueue(first);
      await end;
      controller.close();
    },
  });
}

/** Jobs about this recording whose time has not come. */
async function waiting(id: string): Promise<number | undefined> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from private.jobs
     where data ->> 'recording_id' = ${id} and due_at > now()
  `;
  return row?.count;
}

const files = async () =>
  (await readdir(directory, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
