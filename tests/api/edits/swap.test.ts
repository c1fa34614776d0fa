import { describe, expect, it, test } from "vitest";
import { removeLooseObjects } from "#api/platform/objects/loose.ts";
import type { ObjectRef } from "#api/platform/objects/store.ts";
import { type SignedIn, testApp } from "#tests/support/app.ts";
import {
  allowForCutting,
  bytesAt,
  editOf,
  keep,
  numberedFilm,
  numbersIn,
  recordNumbered,
  rendered,
  tokenOf,
  wrongIn,
} from "#tests/support/edits.ts";
import { jpeg } from "#tests/support/jpeg.ts";
import { linkTo, through } from "#tests/support/links.ts";
import { processed, readRecording, videoForm } from "#tests/support/saving.ts";

allowForCutting();
const app = await testApp();
const sql = app.database.pool;
const service = app.database.asService("a test collects loose objects");
await app.startJobs();

const KEPT = [
  { start: 0.413, end: 1.207 },
  { start: 3.3, end: 5.05 },
];

const used = async ({ id }: SignedIn) => {
  const [row] = await sql<{ used_bytes: number }[]>`
    select used_bytes from public.storage_usage where user_id = ${id}
  `;
  return row?.used_bytes;
};

/** The objects of the film that is shown, and of its uploaded parts. */
const objectsOf = (id: string) => sql<ObjectRef[]>`
  select store, storage_key as key from public.recordings where id = ${id}
  union select thumbnail_store, thumbnail_key from public.recordings
         where id = ${id} and thumbnail_key is not null
  union select contact_sheet_store, contact_sheet_key from public.recordings
         where id = ${id} and contact_sheet_key is not null
  union select p.store, p.storage_key from private.upload_parts p
          join public.uploads u on u.id = p.upload_id where u.recording_id = ${id}
`;
const sizesOf = (refs: readonly ObjectRef[]) =>
  Promise.all(refs.map((ref) => app.objects.size(ref)));
const unnamed = async ({ store, key }: ObjectRef) =>
  (await sql`select * from private.objects_nobody_names(${store}, ${[key]})`).length > 0;
const drawn = (owner: SignedIn, id: string) =>
  expect
    .poll(async () => (await readRecording(owner, id)).contact_sheet, { timeout: 120_000 })
    .not.toBe(null);

/** The cut is there, and neither a tag nor a date of another film opens a part of it. */
async function confirmsNothing(stream: string, known: string[]) {
  expect(await wrongIn(await bytesAt(app, stream), KEPT)).toEqual([]);
  for (const condition of known) {
    const unless = { "If-None-Match": condition };
    const unchanged = await app.request(`/api${stream}`, { headers: unless });
    expect(unchanged.status, "no 304 by another film's tag").toBe(200);
    const headers = { Range: "bytes=5-", "If-Range": condition };
    const rest = await app.request(`/api${stream}`, { headers });
    expect(rest.status, "no 206 by another film's tag or date").toBe(200);
  }
}

describe("people who came before the swap", () => {
  it("get not a byte of what was removed, by any address, token or tag", async () => {
    const owner = await app.person();
    const admin = await app.person({ role: "admin" });
    const form = videoForm(await numberedFilm(), "numbered.webm");
    const { id } = await (await owner.call("POST", "/recordings", form)).json();
    const link = await linkTo(owner, id, { allow_download: true });
    const early = await tokenOf(await app.person(), id, through(link)); // of the parts that were uploaded
    await processed(owner, id);
    await drawn(owner, id);
    await owner.call("POST", `/recordings/${id}/thumbnail`, jpeg(), {
      "Content-Type": "image/jpeg",
    });
    // As if the server had made a better file than the one that came.
    await sql`
      update public.uploads set replaced_at = now() + interval '1 second' where recording_id = ${id}
    `;
    const late = await tokenOf(await app.person(), id, through(link));
    const adminToken = await tokenOf(admin, id);
    const ownerToken = await tokenOf(owner, id);
    const path = `/recordings/${id}`;
    const streams = [early, late, adminToken, ownerToken].map(
      (token) => `${path}/stream?token=${token}`,
    );
    const before = await Promise.all(streams.map((stream) => app.request(`/api${stream}`)));
    expect(before.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const tags = before.map(({ headers }) => headers.get("ETag") ?? "");
    const dates = before.map(({ headers }) => headers.get("Last-Modified") ?? "");
    await Promise.all(before.map((answer) => answer.arrayBuffer()));
    const pictures = ["thumbnail", "contact-sheet"].map((what) => `${path}/${what}?token=${late}`);
    const [thumbnail, sheet] = await Promise.all(pictures.map((picture) => bytesAt(app, picture)));

    await keep(owner, id, KEPT);
    expect(await rendered(owner, id)).toMatchObject({ status: "ready" });

    for (const stream of streams) await confirmsNothing(stream, [...tags, ...dates]);
    const shown = (await numbersIn(await bytesAt(app, `${path}/download?token=${late}`))).map(
      (n) => n / 30,
    );
    const isKept = (at: number) =>
      KEPT.some(({ start, end }) => at > start - 0.04 && at < end + 0.04);
    expect(shown.filter((at) => !isKept(at))).toEqual([]);
    for (const token of [early, late, adminToken])
      for (const what of ["stream", "download", "thumbnail", "contact-sheet"]) {
        const asked = await app.request(`/api${path}/${what}?token=${token}&original=true`);
        expect([what, asked.status]).toEqual([what, 404]);
      }
    const now = await bytesAt(app, pictures[0] ?? "");
    expect(Buffer.from(now).equals(Buffer.from(thumbnail ?? []))).toBe(false);
    await drawn(owner, id);
    const newSheet = await bytesAt(app, pictures[1] ?? "");
    expect(Buffer.from(newSheet).equals(Buffer.from(sheet ?? []))).toBe(false);
    const original = await bytesAt(app, `${path}/thumbnail?token=${ownerToken}&original=true`);
    expect(Buffer.from(original).equals(Buffer.from(thumbnail ?? []))).toBe(true);
    const sheetOfOriginal = await bytesAt(
      app,
      `${path}/contact-sheet?token=${ownerToken}&original=true`,
    );
    expect(Buffer.from(sheetOfOriginal).equals(Buffer.from(sheet ?? []))).toBe(true);
  });
});

/** A film with an element that players skip, so long that a connection cannot hold all of it at once. */
async function longFilm(): Promise<Uint8Array> {
  const empty = Buffer.alloc(5 * 2 ** 20);
  const head = Buffer.from([0xec, 0x01, 0, 0, 0, 0, 0x50, 0, 0]);
  return Buffer.concat([await numberedFilm(), head, empty]);
}

test("a film that somebody is being sent ends with the swap, but for people who may edit", async () => {
  const owner = await app.person();
  const form = videoForm(await longFilm(), "long.webm");
  const { id } = await (await owner.call("POST", "/recordings", form)).json();
  const { size } = await processed(owner, id);
  const link = await linkTo(owner, id);
  const tokens = [await tokenOf(await app.person(), id, through(link)), await tokenOf(owner, id)];
  const [viewers, owners] = await Promise.all(
    tokens.map((token) => app.request(`/api/recordings/${id}/stream?token=${token}`)),
  );
  await keep(owner, id, KEPT);
  expect(await rendered(owner, id)).toMatchObject({ status: "ready" });
  await expect(viewers?.arrayBuffer()).rejects.toThrow("does not open this any more");
  expect((await owners?.arrayBuffer())?.byteLength).toBe(size);
});

describe("an original", () => {
  it("counts beside its cut, goes for good when its owner says so, and leaves a film that can be cut", async () => {
    const owner = await app.person();
    const { id, size } = await recordNumbered(owner);
    await drawn(owner, id);
    const originals = await objectsOf(id);
    expect(await used(owner)).toBe(size);
    await keep(owner, id, KEPT);
    await rendered(owner, id);
    const cut = await readRecording(owner, id);
    expect(await used(owner)).toBe(size + cut.size);
    const former = { store: app.objects.home, key: `before-a-move-${id}` };
    await app.objects.put(former, new Blob(["all that was ever said"]));
    await sql`
      insert into private.former_files (recording_id, store, storage_key)
      values (${id}, ${former.store}, ${former.key})`;
    originals.push(former);
    await removeLooseObjects(service, app.objects);
    expect(await sizesOf(originals)).not.toContain(null);
    expect(await Promise.all(originals.map(unnamed))).not.toContain(true);

    const removed = await owner.call("DELETE", `/recordings/${id}/original`);
    expect([removed.status, await removed.json()]).toMatchObject([
      200,
      { version: 3, status: "none", original_available: false, original_duration: cut.duration },
    ]);
    await expect.poll(async () => new Set(await sizesOf(originals))).toEqual(new Set([null]));
    expect(await used(owner)).toBe(cut.size);
    expect(await readRecording(owner, id)).toMatchObject({ edited: false, size: cut.size });
    const token = await tokenOf(owner, id);
    const stream = `/recordings/${id}/stream?token=${token}`;
    expect(await wrongIn(await bytesAt(app, `${stream}&original=true`), KEPT)).toEqual([]);
    const gone = await owner.call("DELETE", `/recordings/${id}/edit`);
    expect([gone.status, await gone.json()]).toMatchObject([409, { code: "original_gone" }]);

    await keep(owner, id, [{ start: 1, end: 2 }]);
    expect(await rendered(owner, id)).toMatchObject({
      version: 4,
      status: "ready",
      original_available: true,
    });
    expect(await wrongIn(await bytesAt(app, stream), [{ start: 3.506, end: 4.506 }])).toEqual([]);
    const cutOfCut = await objectsOf(id);
    const restored = await owner.call("DELETE", `/recordings/${id}/edit`);
    expect(restored.status).toBe(200);
    expect(await used(owner)).toBe(cut.size);
    await expect.poll(async () => new Set(await sizesOf(cutOfCut))).toEqual(new Set([null]));
    expect(await wrongIn(await bytesAt(app, stream), KEPT)).toEqual([]);
  });

  it("lies in the trash with its recording, out of everybody's reach, and goes with it", async () => {
    const owner = await app.person();
    const { id, size } = await recordNumbered(owner);
    const originals = await objectsOf(id);
    await keep(owner, id, KEPT);
    await rendered(owner, id);
    const all = [...originals, ...(await objectsOf(id))];
    const token = await tokenOf(owner, id);
    const cut = await readRecording(owner, id);
    expect((await owner.call("DELETE", `/recordings/${id}`)).status).toBe(200);
    for (const of of ["false", "true"]) {
      const stream = `/recordings/${id}/stream?token=${token}&original=${of}`;
      expect((await app.request(`/api${stream}`)).status).toBe(404);
    }
    const usage = await (await owner.call("GET", "/subscriptions/storage-usage")).json();
    expect(usage).toMatchObject({ trash_bytes: size + cut.size });
    await removeLooseObjects(service, app.objects);
    expect(await sizesOf(originals)).not.toContain(null);

    expect((await owner.call("DELETE", `/trash/${id}`)).status).toBe(200);
    await expect.poll(async () => new Set(await sizesOf(all))).toEqual(new Set([null]));
    expect(await used(owner)).toBe(0);
    expect((await owner.call("GET", `/recordings/${id}/edit`)).status).toBe(404);
  });

  it("has another cut in the place of the one before, where there is room for one alone", async () => {
    const owner = await app.person({ plan: "Starter" });
    const { id } = await recordNumbered(owner);
    await keep(owner, id, KEPT);
    expect(await rendered(owner, id)).toMatchObject({ status: "ready" });
    const { size } = await readRecording(owner, id);
    await sql`
      update public.storage_usage set used_bytes = ${25 * 1024 ** 3} where user_id = ${owner.id}
    `;
    await keep(owner, id, KEPT.slice(1));
    expect(await rendered(owner, id)).toMatchObject({ status: "ready", error: null });
    expect((await readRecording(owner, id)).size).toBeLessThan(size);
  });

  it("stays where a cut finds no room after all, and everybody sees what they saw", async () => {
    const owner = await app.person({ plan: "Starter" });
    const { id, size } = await recordNumbered(owner);
    await app.stopJobs();
    await keep(owner, id, KEPT);
    await sql`
      update public.storage_usage set used_bytes = ${25 * 1024 ** 3} where user_id = ${owner.id}
    `;
    await app.startJobs();
    expect(await rendered(owner, id)).toMatchObject({
      ...{ version: 2, status: "failed", original_available: true },
      error:
        "Your storage is full. Delete recordings or choose a larger plan. Viewers still see the film from before.",
    });
    expect(await readRecording(owner, id)).toMatchObject({ size, edited: false });
    expect(await editOf(owner, id)).toMatchObject({ kept: KEPT });
    const { body } = { body: await numberedFilm() };
    const token = await tokenOf(owner, id);
    expect((await bytesAt(app, `/recordings/${id}/stream?token=${token}`)).length).toBe(
      body.length,
    );
  });
});
