import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { longRendering, rendering } from "#api/job-kinds.ts";
import { findFfmpeg } from "#api/media/transcode.ts";
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
import { gatedFfmpeg } from "#tests/support/gated-ffmpeg.ts";
import { linkTo, through } from "#tests/support/links.ts";
import { numberOf } from "#tests/support/numbered-film.ts";
import { readRecording } from "#tests/support/saving.ts";
import { temporaryDirectory } from "#tests/support/temporary-directory.ts";

allowForCutting();
const real = (await findFfmpeg())?.path ?? "";
const ffmpeg = gatedFfmpeg(real);
ffmpeg.open();
const app = await testApp({ FFMPEG_PATH: ffmpeg.path });
await app.startJobs();

const KEPT = [
  { start: 0.413, end: 1.207 },
  { start: 3.3, end: 5.05 },
];
const begunAfter = (count: number) =>
  expect.poll(() => ffmpeg.begun(), { timeout: 120_000 }).toBeGreaterThan(count);

/** A recording whose pictures have been drawn, so that only a cut asks for ffmpeg. */
async function recorded() {
  const owner = await app.person();
  const { id } = await recordNumbered(owner);
  await expect
    .poll(async () => (await readRecording(owner, id)).contact_sheet, { timeout: 120_000 })
    .not.toBe(null);
  return { owner, id, stream: `/recordings/${id}/stream?token=${await tokenOf(owner, id)}` };
}

describe("a cut that is being made", () => {
  it("gives way to a later edit", async () => {
    const { owner, id, stream } = await recorded();
    ffmpeg.shut();
    const begun = ffmpeg.begun();
    await keep(owner, id, KEPT);
    await begunAfter(begun);
    const [, last] = KEPT;
    await keep(owner, id, last ? [last] : []);
    await begunAfter(begun + 1); // the first waits no longer for what nobody opens
    ffmpeg.open();
    expect(await rendered(owner, id)).toMatchObject({ version: 3, status: "ready" });
    expect(await wrongIn(await bytesAt(app, stream), KEPT.slice(1))).toEqual([]);
    const picture = join(temporaryDirectory(), "thumbnail.jpg");
    await Bun.write(picture, await bytesAt(app, stream.replace("/stream", "/thumbnail")));
    // A tenth of 1.75 seconds after 3.3, in thirtieths of a second.
    expect([103, 104, 105]).toContain(await numberOf(picture));
  });

  it("is made after the next start where the server was stopped", async () => {
    const { owner, id, stream } = await recorded();
    ffmpeg.shut();
    const begun = ffmpeg.begun();
    await keep(owner, id, KEPT);
    await begunAfter(begun);
    await app.stopJobs();
    expect(await editOf(owner, id)).toMatchObject({ version: 2, status: "rendering" });
    expect(await readRecording(owner, id)).toMatchObject({ edited: false });
    ffmpeg.open();
    await app.startJobs();
    expect(await rendered(owner, id)).toMatchObject({ version: 2, status: "ready" });
    expect(await wrongIn(await bytesAt(app, stream), KEPT)).toEqual([]);
  });

  it("is tried again where it keeps no other waiting", async () => {
    const { pool } = app.database;
    const [long, short] = [await recorded(), await recorded()];
    ffmpeg.shut();
    await pool`update public.recordings set storage_key = storage_key || 'x' where id = ${long.id}`;
    await keep(long.owner, long.id, KEPT);
    const handedOn = () => pool`
      select account from private.jobs
       where kind = ${longRendering.name} and data ->> 'recording_id' = ${long.id}`;
    await expect.poll(handedOn, { timeout: 60_000 }).toEqual([{ account: long.owner.id }]);
    const begun = ffmpeg.begun();
    await pool`update public.recordings set storage_key = left(storage_key, -1) where id = ${long.id}`;
    await begunAfter(begun);
    await keep(short.owner, short.id, KEPT);
    await expect.poll(() => ffmpeg.orders().at(-1), { timeout: 30_000 }).toContain(short.id);
    ffmpeg.open();
    for (const { owner, id } of [short, long])
      expect(await rendered(owner, id)).toMatchObject({ version: 2, status: "ready" });
    expect(await wrongIn(await bytesAt(app, long.stream), KEPT)).toEqual([]);
  });

  it("keeps another waiting for ten minutes at most, and is given up in words", async () => {
    const { longestSeconds, retries } = rendering;
    expect(Number(longestSeconds) * (1 + Number(retries))).toBe(600);
    const { owner, id } = await recorded();
    await app.stopJobs();
    await keep(owner, id, KEPT);
    await app.database.pool`
      update private.jobs set kind = ${longRendering.name}, failed_at = now()
       where kind = ${rendering.name} and data ->> 'recording_id' = ${id}`;
    await app.startJobs();
    const { status, error } = await rendered(owner, id);
    expect([status, error]).toEqual(["failed", expect.stringContaining("however often")]);
  });

  it("hides the recording from viewers if its owner wishes, also where it fails", async () => {
    const { owner, id } = await recorded();
    const link = await linkTo(owner, id);
    const viewer = await app.person();
    const admin = await app.person({ role: "admin" });
    const token = await tokenOf(viewer, id, through(link));
    const adminToken = await tokenOf(admin, id);
    const answers = async () => {
      const asked = [
        app.visitor.call("GET", `/shared/${link.share_token}`),
        viewer.call("GET", `/shared/${link.share_token}`),
        app.visitor.call("GET", `/shared/${link.share_token}/stream`),
        app.visitor.call("GET", `/recordings/${id}/stream?token=${token}`),
        app.visitor.call("GET", `/recordings/${id}/stream?token=${adminToken}`),
        app.visitor.call("GET", `/recordings/${id}/thumbnail?token=${token}`),
        viewer.call("GET", `/recordings/${id}/comments`, undefined, through(link)),
        viewer.call("POST", `/recordings/${id}/comments`, { content: "Hi" }, through(link)),
        viewer.call("GET", `/recordings/${id}/subtitles`, undefined, through(link)),
        viewer.call("GET", `/recordings/${id}/chapters`, undefined, through(link)),
      ];
      const all = await Promise.all(asked);
      return all.map(({ status }) => status);
    };
    const open = [200, 200, 302, 200, 200, 404, 200, 201, 200, 200];
    expect(await answers()).toEqual(open);
    ffmpeg.shut();
    await keep(owner, id, KEPT, { hide_until_ready: true });
    expect(new Set(await answers())).toEqual(new Set([409]));
    const said = await app.visitor.call("GET", `/shared/${link.share_token}`);
    expect(await said.json()).toMatchObject({ code: "being_edited" });
    const own = await owner.call("GET", `/shared/${link.share_token}`);
    expect(own.status, "people who may edit see it").toBe(200);
    ffmpeg.breakDown();
    const failed = await rendered(owner, id);
    expect(failed).toMatchObject({ status: "failed" });
    expect(failed.error).toMatch(/Viewers see nothing until you save again or restore/);
    expect(new Set(await answers())).toEqual(new Set([409]));
    ffmpeg.open();
    await keep(owner, id, KEPT);
    expect(await rendered(owner, id)).toMatchObject({ status: "ready" });
    expect(await answers()).toEqual(open.map((status) => (status === 404 ? 200 : status)));
  });
});

describe("without ffmpeg", () => {
  it("a cut begins at key frames, and shows nothing that was removed", async () => {
    const bare = await testApp({ FFMPEG_PATH: "/nowhere/ffmpeg" });
    await bare.startJobs();
    const owner = await bare.person();
    const { id } = await recordNumbered(owner);
    await keep(owner, id, [{ start: 1.3, end: 5.05 }]);
    expect(await rendered(owner, id)).toMatchObject({ status: "ready", error: null });
    const token = await tokenOf(owner, id);
    const film = await bytesAt(bare, `/recordings/${id}/stream?token=${token}`);
    const [edit] = await bare.database.pool<{ shown: { start: number; end: number }[] }[]>`
      select shown from private.edits where recording_id = ${id}
    `;
    const shown = edit?.shown ?? [];
    expect(shown).toEqual([{ start: expect.closeTo(2, 1), end: 5.05 }]);
    expect(await wrongIn(film, shown)).toEqual([]);
    expect(await readRecording(owner, id)).toMatchObject({ edited: true, thumbnail_path: null });

    await keep(owner, id, [{ start: 2.2, end: 3.1 }]);
    const failed = await rendered(owner, id);
    expect([failed.status, failed.error]).toEqual(["failed", expect.stringContaining("no ffmpeg")]);
    expect(await bytesAt(bare, `/recordings/${id}/stream?token=${token}`)).toEqual(film);
  });
});
