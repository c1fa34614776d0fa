import { describe, expect, it } from "vitest";
import { sheetDrawing } from "#api/job-kinds.ts";
import { type SignedIn, testApp } from "#tests/support/app.ts";
import { editOf } from "#tests/support/edits.ts";
import { linkTo, through } from "#tests/support/links.ts";
import { insertRecording } from "#tests/support/recordings.ts";
import { swap } from "./cut-world.ts";

const app = await testApp();
const sql = app.database.pool;
const GB = 1024 ** 3;

/** A ready recording of 12.5 seconds; no job runs here. */
async function recordingOf(owner: SignedIn, columns = {}) {
  return insertRecording(sql, owner.id, columns);
}

async function ownedRecording(columns = {}) {
  const owner = await app.person();
  return { owner, id: await recordingOf(owner, columns) };
}

const put = (person: Pick<SignedIn, "call">, id: string, kept: unknown, version = 1) =>
  person.call("PUT", `/recordings/${id}/edit`, { version, kept });
const refusal = async (answer: Promise<Response>) => {
  const response = await answer;
  const { code, fields } = await response.json();
  return { status: response.status, code, ...(fields && { fields: Object.keys(fields) }) };
};

describe("works", () => {
  it("goes up by a version with each edit and each restoration, and sends one job for the last edit", async () => {
    const { owner, id } = await ownedRecording();
    const whole = [{ start: 0, end: 12.5 }];
    expect(await editOf(owner, id)).toEqual({
      ...{ version: 1, kept: whole, status: "none", progress: null, error: null },
      ...{ original_duration: 12.5, duration: 12.5, original_available: true, contact_sheet: null },
      ...{ hides: false, waits_for_owner: false },
    });
    const first = await put(owner, id, [{ start: 1, end: 2 }]);
    expect(first.status).toBe(202);
    expect(await first.json()).toMatchObject({ version: 2, status: "rendering", progress: 0 });
    const second = await put(owner, id, [{ start: 1, end: 3 }], 2);
    expect(await second.json()).toMatchObject({ version: 3, kept: [{ start: 1, end: 3 }] });
    const sent = await sql`select 1 from private.jobs where data ->> 'recording_id' = ${id}`;
    expect(sent.length, "two renders asked for are one").toBe(1);
    const restored = await owner.call("DELETE", `/recordings/${id}/edit`);
    expect(await restored.json()).toMatchObject({ version: 4, status: "none", kept: whole });
  });

  it("takes what lies beside the film by no more than 0.05 seconds as its edge", async () => {
    const { owner, id } = await ownedRecording();
    const answer = await put(owner, id, [
      { start: -0.05, end: 3 },
      { start: 3, end: 3.05 },
      { start: 11, end: 12.55 },
    ]);
    const kept = [range(0, 3), range(3, 3.05), range(11, 12.5)];
    expect(await answer.json()).toMatchObject({ version: 2, kept });
  });

  it("takes the wish to keep everything as a restoration", async () => {
    const { owner, id } = await ownedRecording();
    const halves = [
      { start: 0, end: 6 },
      { start: 6, end: 12.52 },
    ];
    const answer = await put(owner, id, halves);
    expect([answer.status, await answer.json()]).toMatchObject([
      202,
      { version: 2, status: "none", kept: [{ start: 0, end: 12.5 }] },
    ]);
  });

  it("stays hidden until it is ready or restored, whatever is saved meanwhile", async () => {
    const { owner, id } = await ownedRecording();
    const { share_token } = await linkTo(owner, id);
    const seen = async () => (await app.visitor.call("GET", `/shared/${share_token}`)).status;
    const kept = [{ start: 1, end: 2 }];
    const hides = async () => (await editOf(owner, id)).hides;
    expect(await hides()).toBe(false);
    const hidden = { version: 1, kept, hide_until_ready: true };
    const saved = await owner.call("PUT", `/recordings/${id}/edit`, hidden);
    expect([saved.status, (await saved.json()).hides]).toEqual([202, true]);
    expect(await seen()).toBe(409);
    expect((await put(owner, id, kept, 2)).status).toBe(202);
    expect([await seen(), await hides()]).toEqual([409, true]);
    await owner.call("DELETE", `/recordings/${id}/edit`);
    expect([await seen(), await hides()]).toEqual([200, false]);
    expect((await put(owner, id, kept, 4)).status).toBe(202);
    expect(await seen(), "the wish went with its edit").toBe(200);
  });

  it("has the pictures of a restored original drawn, unless it has them", async () => {
    const drawings = async (columns: object) => {
      const { owner, id } = await ownedRecording();
      await sql`update public.recordings set ${sql(columns)} where id = ${id}`;
      await swap(app.database, id, [{ start: 1, end: 2 }]);
      expect((await owner.call("DELETE", `/recordings/${id}/edit`)).status).toBe(200);
      const jobs = await sql`
        select 1 from private.jobs
         where kind = ${sheetDrawing.name} and data ->> 'recording_id' = ${id}`;
      return jobs.length;
    };
    const sheet = { path: "sheet", tiles: 1, seconds_each: 1, tile_width: 2, tile_height: 2 };
    const drawn = { contact_sheet_store: "disk", contact_sheet_key: "sheet" };
    expect(await drawings({ filename: "without" })).toBe(1);
    expect(await drawings({ ...drawn, contact_sheet: sheet })).toBe(0);
  });

  it("lets a signed-in person edit who has a link for that", async () => {
    const { owner, id } = await ownedRecording();
    const editor = await app.person();
    const link = await linkTo(owner, id, { permission_type: "edit" });
    const kept = [{ start: 1, end: 2 }];
    const body = { version: 1, kept };
    const answer = await editor.call("PUT", `/recordings/${id}/edit`, body, through(link));
    expect(answer.status).toBe(202);
    expect((await editOf(editor, id, through(link))).kept).toEqual(kept);
    expect(
      await refusal(editor.call("DELETE", `/recordings/${id}/original`, undefined, through(link))),
      "the original is its owner's alone",
    ).toEqual({ status: 404, code: "not_found" });
  });

  it("counts a hundred edits in ten minutes as no flood", async () => {
    const { owner, id } = await ownedRecording();
    for (let version = 1; version <= 100; version++)
      expect((await put(owner, id, [{ start: 1, end: 2 }], version)).status).toBe(202);
  });
});

describe("refuses", () => {
  it("is not there for people who may not edit: viewers, admins, strangers", async () => {
    const { owner, id } = await ownedRecording();
    const viewing = through(await linkTo(owner, id, { permission_type: "view" }));
    const editing = through(await linkTo(owner, id, { permission_type: "edit" }));
    const [viewer, admin] = [await app.person(), await app.person({ role: "admin" })];
    const path = `/recordings/${id}/edit`;
    const body = { version: 1, kept: [{ start: 1, end: 2 }] };
    const asked = [
      [viewer, "GET", path, undefined, viewing],
      [viewer, "PUT", path, body, viewing],
      [viewer, "DELETE", path, undefined, viewing],
      [viewer, "GET", path],
      [admin, "GET", path],
      [admin, "PUT", path, body],
      [admin, "DELETE", path],
      [admin, "DELETE", `/recordings/${id}/original`],
    ] as const;
    for (const [person, method, at, sent, headers] of asked)
      expect((await person.call(method, at, sent, headers)).status, `${method} ${at}`).toBe(404);
    expect((await app.visitor.call("GET", path, undefined, editing)).status).toBe(401);
    expect(await editOf(owner, id)).toMatchObject({ version: 1 });
  });

  it("says that somebody else was faster, and keeps what they saved", async () => {
    const { owner, id } = await ownedRecording();
    await put(owner, id, [{ start: 1, end: 2 }]);
    expect(await refusal(put(owner, id, [{ start: 4, end: 5 }], 1))).toEqual({
      ...{ status: 409, code: "edit_changed" },
    });
    expect(await refusal(put(owner, id, [{ start: 4, end: 5 }], 3))).toMatchObject({ status: 409 });
    expect((await editOf(owner, id)).kept).toEqual([{ start: 1, end: 2 }]);
  });

  it("cuts nothing that is not ready, is moving, or cannot be reached", async () => {
    const { owner, id } = await ownedRecording({ status: "processing" });
    const kept = [{ start: 1, end: 2 }];
    expect(await refusal(put(owner, id, kept))).toEqual({ status: 409, code: "not_ready" });
    await sql`
      update public.recordings set status = 'ready', move_id = gen_random_uuid(),
             moving = '{"to": "s3", "percent": 0, "failed": null}' where id = ${id}
    `;
    expect(await refusal(put(owner, id, kept))).toEqual({ status: 409, code: "moving" });
    expect(await refusal(owner.call("DELETE", `/recordings/${id}/edit`))).toMatchObject({
      status: 409,
    });
    await sql`
      update public.recordings set moving = null, move_id = null, missing = 'gone' where id = ${id}
    `;
    expect(await refusal(put(owner, id, kept))).toEqual({ status: 409, code: "missing" });
    await sql`update public.recordings set missing = null, duration = null where id = ${id}`;
    expect(await refusal(put(owner, id, kept))).toEqual({ status: 409, code: "not_ready" });
  });

  it("removes no original before its cut is ready", async () => {
    const { owner, id } = await ownedRecording();
    const remove = () => refusal(owner.call("DELETE", `/recordings/${id}/original`));
    expect(await remove()).toEqual({ status: 409, code: "edit_not_ready" });
    await put(owner, id, [{ start: 1, end: 2 }]);
    expect(await remove()).toEqual({ status: 409, code: "edit_not_ready" });
  });

  it("needs room for the cut beside the original", async () => {
    const owner = await app.person({ plan: "Starter" });
    const id = await recordingOf(owner, { size: 1000 });
    await sql`
      update public.storage_usage set used_bytes = ${25 * GB - 100} where user_id = ${owner.id}
    `;
    const half = [{ start: 0, end: 6.25 }];
    expect(await refusal(put(owner, id, half))).toEqual({ status: 402, code: "quota_exceeded" });
    expect(await editOf(owner, id)).toMatchObject({ version: 1, status: "none" });
    expect((await put(owner, id, [{ start: 0, end: 1.25 }])).status).toBe(202);
    await swap(app.database, id, half);
    expect((await put(owner, id, half, 2)).status, "in the place of the cut before").toBe(202);
  });
});

describe("rejects", () => {
  it.each([
    ["nothing", [], ["kept"]],
    ["too many", Array.from({ length: 1001 }, (_, i) => ({ start: i / 100, end: i / 100 })), null],
    ["overlap", [range(1, 3), range(2, 4)], ["kept.1.start"]],
    ["disorder", [range(5, 6), range(1, 2)], ["kept.1.start"]],
    ["less than 0.05 seconds", [range(1, 2), range(3, 3.04)], ["kept.1.end"]],
    ["an end before its start", [range(3, 1)], ["kept.0.end"]],
    ["what begins before the film", [range(-0.06, 2)], ["kept.0.start"]],
    ["what ends after the film", [range(1, 12.56)], ["kept.0.end"]],
    ["what lies behind the film", [range(13, 14)], ["kept.0.end"]],
    ["next to nothing at its end", [range(12.49, 12.54)], ["kept.0.end"]],
  ])("%s", async (_, kept, fields) => {
    const { owner, id } = await ownedRecording();
    const answer = await refusal(put(owner, id, kept));
    expect(answer).toMatchObject({ status: 400, code: "invalid_edit" });
    if (fields) expect(answer.fields).toEqual(fields);
    else expect(answer.fields).toContain("kept");
    expect(await editOf(owner, id)).toMatchObject({ version: 1, status: "none" });
  });

  it.each([
    [{ kept: [] }],
    [{ version: 1, kept: [{ start: "1", end: 2 }] }],
    [{ version: 1.5, kept: [] }],
  ])("%j", async (body) => {
    const { owner, id } = await ownedRecording();
    expect((await owner.call("PUT", `/recordings/${id}/edit`, body)).status).toBe(422);
  });
});

function range(start: number, end: number) {
  return { start, end };
}
