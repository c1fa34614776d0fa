import { describe, expect, it } from "vitest";
import { Edit, WantedPassages } from "#contract/edits.ts";
import { type SignedIn, testApp } from "#tests/support/app.ts";
import {
  allowForCutting,
  bytesAt,
  editOf,
  numberedFilm,
  numbersIn,
  recordNumbered,
  rendered,
  tokenOf,
  wrongIn,
} from "#tests/support/edits.ts";
import { linkTo, through } from "#tests/support/links.ts";
import { encodePassages } from "#tests/support/passages.ts";
import { readRecording } from "#tests/support/saving.ts";
import { videoBytes } from "#tests/support/videos.ts";

allowForCutting();
const app = await testApp({ FFMPEG_PATH: "/no/such/ffmpeg" });
await app.startJobs();

/** Two edges in the middle of groups of pictures, which begin at every second second. */
const KEPT = [
  { start: 0.413, end: 1.207 },
  { start: 3.3, end: 5.05 },
];
const ONE = [{ start: 2.5, end: 6.6 }];

/** Saves as the editor of an owner does. */
async function save(person: SignedIn, id: string, kept = KEPT, headers?: HeadersInit) {
  const { version } = await editOf(person, id, headers);
  const body = { version, kept, render: "browser" };
  const answer = await person.call("PUT", `/recordings/${id}/edit`, body, headers);
  expect(answer.status).toBe(202);
  return Edit.parse(await answer.json());
}

const wanted = async (owner: SignedIn, id: string) =>
  WantedPassages.parse(await (await owner.call("GET", `/recordings/${id}/edit/passages`)).json());
const send = (person: SignedIn, id: string, version: number, body: Blob) =>
  person.call("PUT", `/recordings/${id}/edit/passages?version=${version}`, body);
const said = async (answer: Promise<Response>) => {
  const { status, body } = await answer.then(async (got) => ({
    status: got.status,
    body: await got.json(),
  }));
  return [status, body.code];
};
const waits = (owner: SignedIn, id: string) =>
  expect
    .poll(async () => (await editOf(owner, id)).waits_for_owner, { timeout: 60_000 })
    .toBe(true);

/** A cut that waits for its owner's browser. */
async function waiting(kept = KEPT) {
  const owner = await app.person();
  const before = await recordNumbered(owner);
  const { id } = before;
  const { version } = await save(owner, id, kept);
  await waits(owner, id);
  return {
    owner,
    id,
    version,
    before,
    stream: `/recordings/${id}/stream?token=${await tokenOf(owner, id)}`,
  };
}
const encoded = async (owner: SignedIn, id: string) =>
  encodePassages(await numberedFilm(), (await wanted(owner, id)).passages);

/** The objects that are kept for an account, although no row refers to them. */
async function keptOf({ id }: SignedIn): Promise<number> {
  const kept = await app.database.pool`
    select 1 from private.loose_objects where account = ${id} and due_at > now()
  `;
  return kept.length;
}

describe("works", () => {
  it("waits for the owner's browser, and is exact with what that encodes", async () => {
    const { owner, id, version, stream } = await waiting();
    expect(await editOf(owner, id)).toMatchObject({
      version: 2,
      status: "rendering",
      progress: null,
    });
    const { passages } = await wanted(owner, id);
    // Each range begins between key frames; the second has one at 4 and is copied from there.
    expect(passages.map((times) => [times.length, times.at(0), times.at(-1)])).toEqual([
      [24, expect.closeTo(0.407, 2), expect.closeTo(1.174, 2)],
      [22, expect.closeTo(3.274, 1), expect.closeTo(3.974, 1)],
    ]);
    const answer = await send(owner, id, version, await encoded(owner, id));
    expect([answer.status, await answer.json()]).toMatchObject([
      202,
      { version, status: "rendering", progress: 0, waits_for_owner: false },
    ]);
    expect(await rendered(owner, id)).toMatchObject({ version, status: "ready", error: null });
    const film = await bytesAt(app, stream);
    expect(await wrongIn(film, KEPT)).toEqual([]);
    expect(Math.max(...(await numbersIn(film)))).toBeLessThan(152);
    expect((await readRecording(owner, id)).duration).toBeCloseTo(2.544, 1);
    expect(await keptOf(owner), "of what the browser has sent, nothing stays").toBe(0);
  });

  it("asks for nothing where every part begins at a key frame", async () => {
    const owner = await app.person();
    const { id } = await recordNumbered(owner);
    const { duration } = await readRecording(owner, id);
    await save(owner, id, [
      { start: 0, end: 1 },
      { start: 4.007, end: duration ?? 0 },
    ]);
    expect(await rendered(owner, id)).toMatchObject({ status: "ready", waits_for_owner: false });
  });

  it("waits on another day, and a later edit takes its place", async () => {
    const { owner, id, version } = await waiting();
    await app.stopJobs();
    await app.startJobs();
    const late = await encoded(owner, id);
    expect(await editOf(owner, id)).toMatchObject({ status: "rendering", waits_for_owner: true });
    const { version: next } = await save(owner, id, ONE);
    await waits(owner, id);
    expect(await said(send(owner, id, version, late))).toEqual([409, "edit_changed"]);
    await send(owner, id, next, await encoded(owner, id));
    expect(await rendered(owner, id)).toMatchObject({ version: next, status: "ready" });
    const stream = `/recordings/${id}/stream?token=${await tokenOf(owner, id)}`;
    expect(await wrongIn(await bytesAt(app, stream), ONE)).toEqual([]);
    expect(await said(send(owner, id, next, late)), "and nothing is awaited").toEqual([
      409,
      "edit_changed",
    ]);
    expect(await wanted(owner, id)).toEqual({ version: next, passages: [] });
  });

  it("is restored while it waits, and cut at key frames where that is wished after all", async () => {
    const { owner, id, before, stream } = await waiting(ONE);
    const original = await bytesAt(app, stream);
    const { status } = await owner.call("DELETE", `/recordings/${id}/edit`);
    expect([status, await editOf(owner, id)]).toMatchObject([
      200,
      { status: "none", waits_for_owner: false },
    ]);
    const { version } = await save(owner, id, ONE);
    await waits(owner, id);
    expect(await bytesAt(app, stream), "viewers see what they saw").toEqual(original);
    expect(await said(owner.call("DELETE", `/recordings/${id}/original`))).toEqual([
      409,
      "edit_not_ready",
    ]);
    await owner.call("PUT", `/recordings/${id}/edit`, { version, kept: ONE });
    expect(await rendered(owner, id)).toMatchObject({ status: "ready" });
    expect((await readRecording(owner, id)).duration).toBeLessThan((before.duration ?? 0) - 4);
  });
});

describe("refuses", () => {
  it("tells and takes pictures of and for the owner alone", async () => {
    const { owner, id, version } = await waiting();
    const [editor, admin] = [await app.person(), await app.person({ role: "admin" })];
    const link = through(await linkTo(owner, id, { permission_type: "edit" }));
    expect((await editOf(editor, id, link)).waits_for_owner, "they read that it waits").toBe(true);
    const body = await encoded(owner, id);
    for (const [person, headers] of [
      [editor, link],
      [admin, undefined],
    ] as const) {
      const at = `/recordings/${id}/edit/passages`;
      expect((await person.call("GET", at, undefined, headers)).status).toBe(404);
      expect((await person.call("PUT", `${at}?version=${version}`, body, headers)).status).toBe(
        404,
      );
    }
    await save(editor, id, ONE, link);
    expect(await rendered(owner, id), "somebody else's edit waits for no browser").toMatchObject({
      status: "ready",
      waits_for_owner: false,
    });
  });

  it("keeps the film from before where what was sent is no film, or does not fit", async () => {
    const { owner, id, version, stream } = await waiting();
    const original = await bytesAt(app, stream);
    const another = new Blob([Buffer.from(await videoBytes("recorded.mp4"))]);
    for (const body of [bytes(""), bytes("no film at all"), another])
      expect(await said(send(owner, id, version, body))).toEqual([400, "invalid_film"]);
    expect(await editOf(owner, id)).toMatchObject({ waits_for_owner: true });
    const { passages } = await wanted(owner, id);
    const [first = [], second = []] = passages;
    const film = await numberedFilm();
    const bodies = [
      await encodePassages(film, [first, second.slice(1)]), // one picture too few
      await encodePassages(film, [[...first, (first.at(-1) ?? 0) + 1 / 30], second.slice(1)]),
      await encodePassages(film, passages, "scale=160:48"),
      new Blob([Buffer.from(await videoBytes("recorded.webm"))]),
    ];
    for (const [index, body] of bodies.entries()) {
      expect((await send(owner, id, version + index, body)).status).toBe(202);
      const failed = await rendered(owner, id);
      expect([failed.status, failed.error]).toEqual([
        "failed",
        expect.stringMatching(/does not fit this cut.*Viewers still see/),
      ]);
      expect(await bytesAt(app, stream)).toEqual(original);
      expect(await keptOf(owner)).toBe(0);
      await save(owner, id);
      await waits(owner, id);
    }
  });

  it("keeps nothing of what was sent where another edit takes its place, or none", async () => {
    const { owner, id, version } = await waiting();
    for (const goOn of [
      () => save(owner, id),
      () => owner.call("DELETE", `/recordings/${id}/edit`),
    ]) {
      await waits(owner, id);
      const body = await encoded(owner, id);
      await app.stopJobs();
      await send(owner, id, (await editOf(owner, id)).version, body);
      expect(await keptOf(owner)).toBe(1);
      await goOn();
      expect(await keptOf(owner)).toBe(0);
      await app.startJobs();
    }
    expect((await editOf(owner, id)).version).toBeGreaterThan(version + 1);
  });
});

describe("room", () => {
  it("is asked for when it is saved, and again when the cut is there", async () => {
    const owner = await app.person({ plan: "Starter" });
    const { id } = await recordNumbered(owner);
    const { version } = await save(owner, id);
    await waits(owner, id);
    const body = await encoded(owner, id);
    await app.database.pool`
      update public.storage_usage set used_bytes = ${25 * 1024 ** 3 - 100} where user_id = ${owner.id}
    `;
    const before = await readRecording(owner, id);
    await send(owner, id, version, body);
    expect(await rendered(owner, id)).toMatchObject({
      status: "failed",
      error: expect.stringMatching(/Viewers still see the film from before/),
    });
    expect(await readRecording(owner, id)).toMatchObject({ size: before.size, edited: false });
    const wish = { version, kept: KEPT, render: "browser" };
    expect(await said(owner.call("PUT", `/recordings/${id}/edit`, wish))).toEqual([
      402,
      "quota_exceeded",
    ]);
  });
});

describe("on a server that has ffmpeg", () => {
  it("no browser is asked", async () => {
    const whole = await testApp({});
    await whole.startJobs();
    const owner = await whole.person();
    const { id } = await recordNumbered(owner);
    await save(owner, id);
    expect(await rendered(owner, id)).toMatchObject({ status: "ready", waits_for_owner: false });
  });
});

const bytes = (content: string) => new Blob([content], { type: "application/octet-stream" });
