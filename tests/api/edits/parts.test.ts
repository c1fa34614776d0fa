import { afterEach, describe, expect, it } from "vitest";
import { copyTexts } from "#api/features/edits/follow-cut.ts";
import { partSaving } from "#api/job-kinds.ts";
import { LONGEST_TITLE, Recording } from "#contract/recordings.ts";
import { type SignedIn, testApp } from "#tests/support/app.ts";
import {
  allowForCutting,
  bytesAt,
  recordNumbered,
  tokenOf,
  wrongIn,
} from "#tests/support/edits.ts";
import { linkTo, through } from "#tests/support/links.ts";
import { deleteForGood, insertRecording } from "#tests/support/recordings.ts";
import { processed, readRecording } from "#tests/support/saving.ts";
import { swap } from "./cut-world.ts";

allowForCutting();
const app = await testApp({ LOG_LEVEL: "error" });
const { pool } = app.database;
const service = app.database.asService("a test saves parts");

afterEach(async () => {
  await app.stopJobs();
  await pool`delete from private.jobs`;
});

const RANGE = { start: 1.213, end: 3.05 };

const savePart = (person: SignedIn, id: string, body: unknown, headers = {}) =>
  person.call("POST", `/recordings/${id}/parts`, body, headers);

async function saved(person: SignedIn, id: string, body: unknown): Promise<Recording> {
  const answer = await savePart(person, id, body);
  expect(answer.status).toBe(202);
  return Recording.parse(await answer.json());
}

const chaptersOf = async (person: SignedIn, id: string) =>
  (await (await person.call("GET", `/recordings/${id}/chapters`)).json()).chapters;

/** Each text stands for a second, at one and a half seconds more than the one before. */
const upload = async (person: SignedIn, id: string, texts: string[]) => {
  const at = (seconds: number) => `00:00:0${Math.floor(seconds)},${seconds % 1 ? "500" : "000"}`;
  const content = texts.map(
    (text, index) => `${index + 1}\n${at(index * 1.5)} --> ${at(index * 1.5 + 1)}\n${text}\n`,
  );
  const answer = await person.call("POST", `/recordings/${id}/subtitles/upload`, {
    content: content.join("\n"),
  });
  expect(answer.status).toBe(201);
};

const cuesOf = async (id: string) =>
  (
    await pool`
    select cues from public.subtitles where recording_id = ${id} order by created_at, id
  `
  )[0]?.cues;

const held = () => pool`select 1 from private.held_room`;

describe("a part of a recording", () => {
  it("becomes a recording of its own, with its chapters and without comments", async () => {
    await app.startJobs();
    const ada = await app.person();
    const { id } = await recordNumbered(ada);
    const chapters = [
      { at_seconds: 0, title: "Before" },
      { at_seconds: 2, title: "In the middle" },
      { at_seconds: 4, title: "After" },
    ];
    await ada.call("PUT", `/recordings/${id}/chapters`, { chapters });
    await ada.call("POST", `/recordings/${id}/comments`, { content: "Look", at_seconds: 2 });
    await upload(ada, id, ["Goodbye", "Here we are", "Later"]);
    const original = await readRecording(ada, id);

    const begun = await saved(ada, id, RANGE);
    expect(begun).toMatchObject({
      ...{ filename: `${original.filename} (part)`, status: "processing", edited: false },
      ...{ size: 0, comment_count: 0 },
    });
    const part = await processed(ada, begun.id);
    expect(part).toMatchObject({ status: "ready", playable: true, edited: false });
    expect(part.duration).toBeCloseTo(1.837, 1);
    const token = await tokenOf(ada, part.id);
    const bytes = await bytesAt(app, `/recordings/${part.id}/stream?token=${token}`);
    expect(await wrongIn(bytes, [RANGE])).toEqual([]);
    expect(await chaptersOf(ada, part.id)).toEqual([
      { at_seconds: 0, title: "Before" },
      { at_seconds: expect.closeTo(2 - RANGE.start, 1), title: "In the middle" },
    ]);
    expect(await cuesOf(part.id)).toEqual([{ start: 0.287, end: 1.287, text: "Here we are" }]);
    const { size, duration } = original;
    expect(await readRecording(ada, id)).toMatchObject({ size, duration, comment_count: 1 });
    expect(await held()).toEqual([]);
  });

  it("has the texts of the original, also where others see a cut without them", async () => {
    const { ada, id } = await ready();
    const chapters = [
      { at_seconds: 1, title: "Kept" },
      { at_seconds: 3, title: "Removed" },
    ];
    await ada.call("PUT", `/recordings/${id}/chapters`, { chapters });
    await upload(ada, id, ["Zero", "One and a half", "Three", "Four and a half"]);
    const cues = (at: number) => pool.json([{ start: at, end: at + 1, text: "Other" }]);
    await pool`
      insert into public.subtitles (recording_id, language, status, cues)
      values (${id}, 'de', 'ready', ${cues(0)}), (${id}, 'fr', 'failed', ${cues(3)})`;
    await pool`
      update public.subtitles set is_auto_generated = true, is_edited = true
       where recording_id = ${id} and language = 'en'`;
    await swap(app.database, id, [
      { start: 0, end: 2 },
      { start: 5, end: 8 },
    ]);
    expect(await cuesOf(id)).toHaveLength(1);
    const part = await service((sql) => insertRecording(sql, ada.id));
    const kept = [{ start: 2.5, end: 5 }];
    await service((sql) => copyTexts(sql, id, { id: part, kept }));
    expect(await chaptersOf(ada, part)).toEqual([
      { at_seconds: 0, title: "Kept" },
      { at_seconds: 0.5, title: "Removed" },
    ]);
    expect(await cuesOf(part)).toEqual([{ start: 0.5, end: 1.5, text: "Three" }]);
    const copied = await pool`
      select language, is_auto_generated, is_edited from public.subtitles
       where recording_id = ${part}`;
    expect(copied, "neither what has no words there, nor what failed").toEqual([
      { language: "en", is_auto_generated: true, is_edited: true },
    ]);
    const mine = { at_seconds: 0, title: "Divided while it was made" };
    await ada.call("PUT", `/recordings/${part}/chapters`, { chapters: [mine] });
    await service((sql) => copyTexts(sql, id, { id: part, kept }));
    expect((await chaptersOf(ada, part))[0]).toEqual(mine);
  });

  it("is made once by the next start where the server stopped in the middle", async () => {
    await app.startJobs();
    const ada = await app.person();
    const { id } = await recordNumbered(ada);
    const { id: part } = await saved(ada, id, { ...RANGE, title: "  The best\nof it " });
    await expect
      .poll(
        () => pool`
      select 1 from private.jobs where kind = ${partSaving.name} and attempt is not null
    `,
      )
      .toHaveLength(1);
    await app.stopJobs();
    expect(await readRecording(ada, part)).toMatchObject({ status: "processing", size: 0 });
    await app.startJobs();
    expect(await processed(ada, part)).toMatchObject({
      status: "ready",
      filename: "The best of it",
    });
    const library = await (await ada.call("GET", "/recordings")).json();
    expect(library.total).toBe(2);
  });

  it("fails in words where its original is gone, and holds no room", async () => {
    const { ada, id } = await ready();
    const { id: part } = await saved(ada, id, { start: 0, end: 5 });
    expect(await held()).toHaveLength(1);
    await deleteForGood(ada, id);
    await app.startJobs();
    const failed = await processed(ada, part);
    expect(failed).toMatchObject({ status: "failed", failure: expect.stringContaining("is gone") });
    expect(await held()).toEqual([]);
  });

  it("fails in words where the film became another one meanwhile, or every try has failed", async () => {
    const { ada, id } = await ready();
    const first = await saved(ada, id, { start: 0, end: 5 });
    await pool`update public.recordings set duration = 7 where id = ${id}`;
    const second = await saved(ada, id, { start: 0, end: 5 });
    await pool`update private.jobs set tries = ${partSaving.retries ?? 0}`;
    await app.startJobs();
    expect((await processed(ada, first.id)).failure).toContain("is gone");
    expect((await processed(ada, second.id)).failure).toContain("however often it was tried");
    expect(await held()).toEqual([]);
  });

  it("that is deleted while it waits leaves nothing", async () => {
    const { ada, id } = await ready();
    const { id: part } = await saved(ada, id, { start: 0, end: 5 });
    expect((await ada.call("GET", `/recordings/${part}/stream`)).status).toBe(404);
    await deleteForGood(ada, part);
    await app.startJobs();
    await expect
      .poll(() => pool`select 1 from private.jobs where kind = ${partSaving.name}`)
      .toEqual([]);
    expect(await held()).toEqual([]);
  });
});

/** A recording of twelve and a half seconds without bytes: no job gets as far as to need them. */
async function ready() {
  const ada = await app.person();
  const id = await service((sql) =>
    insertRecording(sql, ada.id, { store: "disk", storage_key: "none" }),
  );
  return { ada, id };
}

describe("saving a part", () => {
  it("is its owner's alone, and of nothing in the trash", async () => {
    const { ada, id } = await ready();
    const [bob, admin] = [await app.person(), await app.person({ role: "admin" })];
    const edit = through(await linkTo(ada, id, { is_public: true, permission_type: "edit" }));
    const range = { start: 0, end: 1 };
    expect((await savePart(bob, id, range)).status).toBe(404);
    expect((await savePart(bob, id, range, edit)).status).toBe(404);
    expect((await savePart(admin, id, range)).status).toBe(404);
    expect((await app.visitor.call("POST", `/recordings/${id}/parts`, range)).status).toBe(401);
    await ada.call("DELETE", `/recordings/${id}`);
    expect((await savePart(ada, id, range)).status).toBe(404);
    expect(await pool`select 1 from private.jobs where kind = ${partSaving.name}`).toEqual([]);
  });

  it.each([
    [{ start: -1, end: 5 }, "start"],
    [{ start: 0, end: 12.6 }, "end"],
    [{ start: 5, end: 5.04 }, "end"],
    [{ start: 5, end: 2 }, "end"],
  ])("is refused of %o, and names the edge", async (range, field) => {
    const { ada, id } = await ready();
    const refused = await savePart(ada, id, range);
    expect(refused.status).toBe(400);
    expect(Object.keys((await refused.json()).fields)).toEqual([field]);
  });

  it.each([
    {},
    { start: "a", end: 2 },
    { start: 0, end: 2, title: " \n" },
    { start: 0, end: 2, title: "x".repeat(LONGEST_TITLE + 1) },
  ])("is refused of %o", async (body) => {
    const { ada, id } = await ready();
    expect((await savePart(ada, id, body)).status).toBe(422);
  });

  it("takes what reaches less than a picture beyond the film", async () => {
    const { ada, id } = await ready();
    await saved(ada, id, { start: -0.05, end: 12.55 });
  });

  it("lies in the folder of the recording that it is a part of", async () => {
    const ada = await app.person();
    const { id: folder_id } = await (await ada.call("POST", "/folders", { name: "Talks" })).json();
    const id = await service((sql) => insertRecording(sql, ada.id, { duration: 4 }));
    await ada.call("POST", "/recordings/batch", { ids: [id], act: "move", folder_id });
    const part = await saved(ada, id, RANGE);
    expect([part.folder_id, (await readRecording(ada, part.id)).folder_id]).toEqual([
      folder_id,
      folder_id,
    ]);
  });

  it.each([
    ["x".repeat(LONGEST_TITLE), "x".repeat(LONGEST_TITLE - 7)],
    [`x${"🎬".repeat(127)}`, `x${"🎬".repeat(123)}`],
  ])("keeps a title within its length, and its signs whole: %s", async (title, first) => {
    const { ada, id } = await ready();
    await ada.call("PUT", `/recordings/${id}`, { filename: title });
    const { filename } = await saved(ada, id, { start: 0, end: 1 });
    expect(filename).toBe(`${first} (part)`);
  });

  it("needs room in the plan for as much as the part is of the whole", async () => {
    const { ada, id } = await ready();
    await pool`update public.recordings set size = 1000 where id = ${id}`;
    const limit = await pool`select app.storage_limit_bytes(${ada.id}) as bytes`;
    await pool`
      update public.storage_usage set used_bytes = ${Number(limit[0]?.bytes) - 500} where user_id = ${ada.id}
    `;
    const refused = await savePart(ada, id, { start: 0, end: 7 });
    expect([refused.status, (await refused.json()).code]).toEqual([402, "quota_exceeded"]);
    await saved(ada, id, { start: 0, end: 6 });
    // What the first part will need is no longer there for another one.
    expect((await savePart(ada, id, { start: 0, end: 6 })).status).toBe(402);
  });

  it.each([
    [{ status: "processing" }, "not_ready"],
    [{ duration: null }, "not_ready"],
    [{ missing: "gone" }, "missing"],
  ])(
    "waits until the recording is ready, measured and there: not with %o",
    async (columns, code) => {
      const { ada, id } = await ready();
      await pool`update public.recordings set ${pool(columns)} where id = ${id}`;
      const refused = await savePart(ada, id, { start: 0, end: 1 });
      expect([refused.status, (await refused.json()).code]).toEqual([409, code]);
    },
  );
});
