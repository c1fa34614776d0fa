import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, it, test } from "vitest";
import { sheetDrawing } from "#api/job-kinds.ts";
import { findFfmpeg } from "#api/media/transcode.ts";
import { newKey } from "#api/platform/objects/store.ts";
import { JobQueues } from "#contract/server.ts";
import { type SignedIn, testApp } from "#tests/support/app.ts";
import { gatedFfmpeg } from "#tests/support/gated-ffmpeg.ts";
import { jpeg, sheetQuery } from "#tests/support/jpeg.ts";
import { deleteForGood } from "#tests/support/recordings.ts";
import {
  allowForProcessing,
  processed,
  readRecording,
  saveVideo,
  videoForm,
} from "#tests/support/saving.ts";

allowForProcessing();
const ffmpeg = await findFfmpeg();
const drawer = gatedFfmpeg(ffmpeg?.path ?? "/no/such/ffmpeg");
const app = await testApp({ FFMPEG_PATH: drawer.path });

afterEach(async () => {
  await app.stopJobs();
  drawer.shut();
  await app.database.pool`delete from private.jobs`;
});

const { pool } = app.database;
const importOne = (person: SignedIn) =>
  saveVideo(person, "recorded.webm", { call: "/recordings/import" });
const sheetOf = async (person: SignedIn, id: string) =>
  (await readRecording(person, id)).contact_sheet;
const until = (look: () => unknown) => expect.poll(look, { timeout: 45_000, interval: 20 });
const drawings = async () => [
  ...(await pool`
    select tries, failed_at is not null as has_failed, account
      from private.jobs where kind = ${sheetDrawing.name} order by sent_at
  `),
];
const looseBytes = () => pool`select 1 from private.loose_objects`;
const roomOf = (id: string) => join(app.env.DATA_DIR, "work", `sheet-of-${id}`);

/** Somebody's import, while its pictures are being drawn. */
async function inTheMiddle() {
  const ada = await app.person();
  const { id } = await importOne(ada);
  const before = drawer.begun();
  await app.startJobs();
  await until(drawer.begun).toBe(before + 1);
  return { ada, id, begun: before + 1 };
}

describe.skipIf(!ffmpeg)("pictures for the seek bar", () => {
  it("are drawn when everything that came is ready", async () => {
    const [ada, bob] = [await app.person(), await app.person()];
    const came: { person: SignedIn; id: string }[] = [];
    for (const person of [ada, ada, bob]) came.push({ person, id: (await importOne(person)).id });
    await app.startJobs();
    await until(drawer.begun).toBe(1);
    const states = came.map(async ({ person, id }) => (await readRecording(person, id)).status);
    expect(await Promise.all(states)).toEqual(came.map(() => "ready"));
    expect((await drawings()).map(({ account }) => account).toSorted()).toEqual(
      came.map(({ person }) => person.id).toSorted(),
    );
    drawer.open();
    const sheets = () => Promise.all(came.map(({ person, id }) => sheetOf(person, id)));
    await until(sheets).toEqual(came.map(() => expect.objectContaining({ tiles: 5 })));
  });

  it("are drawn by the next start where the server stopped in the middle, and no try is spent", async () => {
    const { ada, id, begun } = await inTheMiddle();
    await app.stopJobs();
    expect(await drawings()).toEqual([{ has_failed: false, tries: 0, account: ada.id }]);
    expect(existsSync(roomOf(id))).toBe(false);
    await mkdir(roomOf(id), { recursive: true });
    await writeFile(join(roomOf(id), "source"), "what a killed server left");
    drawer.open();
    await app.startJobs();
    await until(() => sheetOf(ada, id)).not.toBeNull();
    await until(drawings).toEqual([]);
    expect(drawer.begun()).toBe(begun + 1);
  });

  it("give way to their recorder's own that came meanwhile, and leave nothing", async () => {
    const { ada, id } = await inTheMiddle();
    const type = { "Content-Type": "image/jpeg" };
    await ada.call("POST", `/recordings/${id}/contact-sheet?${sheetQuery}`, jpeg(), type);
    const own = await sheetOf(ada, id);
    drawer.open();
    await until(drawings).toEqual([]);
    expect(own).toMatchObject({ tiles: 3 });
    expect(await sheetOf(ada, id)).toEqual(own);
    await until(looseBytes).toEqual([]);
  });

  it("are kept where the file was carried elsewhere meanwhile, for it is the same film", async () => {
    const { ada, id } = await inTheMiddle();
    const [before] =
      await pool`select store, storage_key as key from public.recordings where id = ${id}`;
    const bytes = await app.objects.get({ store: before?.store, key: before?.key });
    const moved = { store: "disk", key: newKey() };
    await app.objects.put(moved, new Uint8Array(await new Response(bytes).arrayBuffer()));
    await pool`
      update public.recordings set storage_key = ${moved.key}, file_tag = storage_key where id = ${id}
    `;
    drawer.open();
    await until(drawings).toEqual([]);
    expect(await sheetOf(ada, id)).toMatchObject({ tiles: 5 });
  });
});

/** A hundred seconds of one still picture of noise: little as a film, and much as a hundred pictures. */
async function noise() {
  const path = join(app.env.DATA_DIR, "noise.webm");
  const still = "nullsrc=s=160x90:r=1:d=1,geq=random(1)*255:128:128,loop=99:1";
  const drawing = ["-f", "lavfi", "-i", still, "-c:v", "libvpx", "-g", "1000", path];
  await Bun.spawn([ffmpeg?.path ?? "", "-v", "error", ...drawing]).exited;
  return new Uint8Array(await Bun.file(path).arrayBuffer());
}

test.skipIf(!ffmpeg)(
  "pictures that take more room than their film are not kept: they count in no quota",
  async () => {
    const ada = await app.person();
    const film = await noise();
    expect(film.length).toBeLessThan(100_000);
    drawer.open();
    const form = videoForm(film, "noise.webm");
    const { id } = await (await ada.call("POST", "/recordings/import", form)).json();
    const begun = drawer.begun();
    await app.startJobs();
    await until(drawer.begun).toBeGreaterThan(begun);
    await until(drawings).toEqual([]);
    expect(await readRecording(ada, id)).toMatchObject({ status: "ready", contact_sheet: null });
    expect(await looseBytes()).toEqual([]);
  },
);

describe.skipIf(!ffmpeg)("what keeps pictures from being drawn", () => {
  it("is quiet where the recording is deleted meanwhile, and leaves nothing", async () => {
    const { ada, id } = await inTheMiddle();
    await deleteForGood(ada, id);
    drawer.open();
    await until(drawings).toEqual([]);
    await until(looseBytes).toEqual([]);
  });

  it("is quiet where it was deleted while they waited, and clears what a killed server left", async () => {
    const { ada, id, begun } = await inTheMiddle();
    await app.stopJobs();
    await deleteForGood(ada, id);
    await mkdir(roomOf(id), { recursive: true });
    await app.startJobs();
    await until(drawings).toEqual([]);
    expect(existsSync(roomOf(id))).toBe(false);
    expect(drawer.begun()).toBe(begun);
  });

  it("is waited for where it passes: a storage that is away spends no try", async () => {
    const { ada, id } = await inTheMiddle();
    await app.stopJobs();
    await pool`update public.recordings set store = 'elsewhere' where id = ${id}`;
    drawer.open();
    await app.startJobs();
    const later = () => pool`select account, tries from private.jobs where due_at > now()`;
    await until(later).toEqual([{ account: ada.id, tries: 0 }]);
    await pool`update public.recordings set store = 'disk' where id = ${id}`;
    await pool`update private.jobs set due_at = now() where kind = ${sheetDrawing.name}`;
    await until(() => sheetOf(ada, id)).not.toBeNull();
  });

  it("harms nothing, and is told to whoever runs the server", async () => {
    const { ada, id } = await inTheMiddle();
    await pool`update private.jobs set tries = ${sheetDrawing.retries ?? 0}`;
    drawer.breakDown();
    await until(drawings).toEqual([{ has_failed: true, tries: 0, account: ada.id }]);
    expect(await readRecording(ada, id)).toMatchObject({ status: "ready", failure: null });
    const root = await app.person({ role: "super_admin" });
    const jobs = JobQueues.parse(await (await root.call("GET", "/admin/jobs")).json());
    expect(jobs.kinds).toContainEqual({
      ...{ kind: "draw-contact-sheet", waiting: 0, running: 0, failed: 1 },
    });
    expect(jobs.failed).toEqual([
      expect.objectContaining({
        kind: "draw-contact-sheet",
        data: { recording_id: id },
        reason: expect.stringMatching(/^ffmpeg failed/),
      }),
    ]);
  });
});

describe("without ffmpeg", () => {
  it("nothing waits to be drawn", async () => {
    const without = await testApp({ FFMPEG_PATH: "/no/such/ffmpeg" });
    await without.startJobs();
    const ada = await without.person();
    const { id } = await importOne(ada);
    expect(await processed(ada, id)).toMatchObject({ status: "ready", playable: true });
    const waiting = await without.database.pool`
      select 1 from private.jobs where kind = ${sheetDrawing.name}
    `;
    expect(waiting).toEqual([]);
  });
});
