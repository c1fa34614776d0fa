import { beforeEach, describe, expect, it } from "vitest";
import { purgeTrash } from "#api/features/recordings/trash.ts";
import { removeLooseObjects } from "#api/platform/objects/loose.ts";
import { type NamedOperation, operations } from "#contract/operations.ts";
import { type Method, type SignedIn, testApp, type Visitor } from "#tests/support/app.ts";
import { succeeding } from "#tests/support/fuzz/succeeding.ts";
import { linkTo } from "#tests/support/links.ts";
import { insertRecording } from "#tests/support/recordings.ts";
import { saveVideo } from "#tests/support/saving.ts";

const { database, person, visitor, objects } = await testApp();
const sql = database.pool;
const service = database.asService("a test empties the trash");
const DAY = 24 * 3600 * 1000;

let ada: SignedIn;
let id: string;
let size: number;
beforeEach(async () => {
  ada = await person();
  ({ id, size } = await saveVideo(ada));
});

const get = async (path: string, who: Visitor = ada) => (await who.call("GET", path)).json();
const status = async (method: Method, path: string, body?: unknown, who: Visitor = ada) =>
  (await who.call(method, path, body)).status;
const throwAway = () => status("DELETE", `/recordings/${id}`);
const batch = async (act: string, ids: string[], who: Visitor = ada) =>
  (await who.call("POST", "/recordings/batch", { ids, act })).json();

/** The bytes that are used, and those of them in the trash. */
async function usage() {
  const { storage_used_bytes, trash_bytes } = await get("/subscriptions/storage-usage");
  return [storage_used_bytes, trash_bytes];
}

/** Takes away what has no row. False where the recording's bytes are gone as well. */
async function hasBytes() {
  await removeLooseObjects(service, objects);
  const [part] = await sql`
    select p.storage_key from private.upload_parts p join public.uploads u on u.id = p.upload_id
     where u.recording_id = ${id}`;
  return (
    part !== undefined && (await objects.get({ store: "disk", key: part.storage_key })) !== null
  );
}

describe("the trash works", () => {
  it("for a recording that is deleted, and gives back all that it had", async () => {
    const before = await get(`/recordings/${id}`);
    const link = await linkTo(ada, id, { label: "For Bob" });
    const at = `/recordings/${id}`;
    await ada.call("POST", `${at}/comments`, { content: "Eight or so" });
    await ada.call("PUT", `${at}/chapters`, { chapters: [{ at_seconds: 0, title: "One" }] });
    const captions = "1\n00:00:00,000 --> 00:00:01,000\nHello\n";
    await ada.call("POST", `${at}/subtitles/upload`, { content: captions });
    const everything = async () => [
      ...(await Promise.all(
        ["comments", "chapters", "subtitles", "shares"].map((one) => get(`${at}/${one}`)),
      )),
      (await get("/recordings?search=hello")).total,
    ];
    const had = await everything();
    const [used, inTrash] = await usage();
    expect([used > size, inTrash]).toEqual([true, 0]);

    expect(await throwAway()).toBe(200);
    expect(await throwAway()).toBe(404);
    expect(await get("/recordings")).toMatchObject({ recordings: [], total: 0 });
    expect(await usage()).toEqual([used, used]);
    expect(await hasBytes()).toBe(true);
    const { recordings, total } = await get("/trash");
    expect([recordings.length, total]).toEqual([1, 1]);
    const { deleted_at, purge_at, ...thrown } = recordings[0];
    expect(Date.parse(purge_at) - Date.parse(deleted_at)).toBe(30 * DAY);
    expect({ ...thrown, comment_count: 0, updated_at: null }).toEqual({
      ...before,
      updated_at: null,
    });
    expect(await status("GET", `/shared/${link.share_token}`, undefined, visitor)).toBe(404);

    const restored = await ada.call("POST", `/trash/${id}/restore`);
    expect([restored.status, (await restored.json()).id]).toEqual([200, id]);
    expect(await everything()).toEqual(had);
    expect(await usage()).toEqual([used, 0]);
    expect(await status("GET", `/shared/${link.share_token}`, undefined, visitor)).toBe(200);
    expect(await get("/trash")).toEqual({ recordings: [], total: 0, has_more: false });
  });

  it("and frees what is deleted for good, one or all, with its bytes", async () => {
    const other = await saveVideo(ada);
    await batch("trash", [id, other.id]);
    expect(await usage()).toEqual([2 * size, 2 * size]);
    expect(await hasBytes()).toBe(true);
    expect(await status("DELETE", `/trash/${id}`)).toBe(200);
    expect(await usage()).toEqual([size, size]);
    expect(await hasBytes()).toBe(false);
    expect((await get("/trash")).recordings).toMatchObject([{ id: other.id }]);
    expect(await status("DELETE", "/trash")).toBe(200);
    expect(await usage()).toEqual([0, 0]);
    expect(await get("/trash")).toMatchObject({ total: 0 });
  });

  it("page by page, the last one thrown away first, and empties more than one transaction does", async () => {
    const rows = Array.from({ length: 101 }, () => insertRecording(sql, ada.id));
    const ids = [...(await Promise.all(rows)), id];
    expect((await batch("trash", ids)).done.toSorted()).toEqual(ids.toSorted());
    await sql`update public.recordings set deleted_at = now() + interval '1 hour' where id = ${id}`;
    const page = await get("/trash?limit=100");
    expect([page.total, page.has_more, page.recordings[0].id]).toEqual([102, true, id]);
    expect(await get("/trash?limit=100&offset=100")).toMatchObject({ has_more: false });
    await ada.call("DELETE", "/trash");
    expect(await get("/trash")).toMatchObject({ total: 0 });
  });

  it("until a recording's time is over, which it keeps when the server's days change", async () => {
    const days = (trash_days: number) =>
      sql`update private.settings set trash_days = ${trash_days}`;
    await throwAway();
    await days(2);
    const later = await insertRecording(sql, ada.id);
    await ada.call("DELETE", `/recordings/${later}`);
    await days(30);
    await purgeTrash(service, new Date(Date.now() + 3 * DAY));
    expect((await get("/trash")).recordings).toMatchObject([{ id }]);
    await purgeTrash(service, new Date(Date.now() + 29.9 * DAY));
    expect(await hasBytes()).toBe(true);
    await purgeTrash(service, new Date(Date.now() + 30.1 * DAY));
    expect(await get("/trash")).toMatchObject({ total: 0 });
    expect([await hasBytes(), ...(await usage())]).toEqual([false, 0, 0]);
  });

  it("with several at once, and says which could not be reached", async () => {
    const unknown = crypto.randomUUID();
    const error = "Recording not found";
    expect(await batch("trash", [id, unknown, unknown])).toEqual({
      done: [id],
      refused: [{ id: unknown, error }],
    });
    expect(await batch("trash", [id])).toEqual({ done: [], refused: [{ id, error }] });
    expect(await batch("restore", [id])).toEqual({ done: [id], refused: [] });
    expect((await batch("delete", [id])).done).toEqual([]);
    expect((await batch("restore", [id])).refused).toMatchObject([{ id }]);
    await throwAway();
    expect(await batch("delete", [id])).toEqual({ done: [id], refused: [] });
  });

  it("also by an id in capitals, as some clients write it", async () => {
    expect(await batch("trash", [id.toUpperCase()])).toEqual({ done: [id], refused: [] });
  });
});

describe("a recording that is thrown away", () => {
  it("is to every call as if it had never been, also for admins", async () => {
    const admin = await person({ role: "admin" });
    const at = `/recordings/${id}`;
    const comment = await (await ada.call("POST", `${at}/comments`, { content: "Mine" })).json();
    const reaction = await (await ada.call("POST", `${at}/reactions`, { emoji: "🔥" })).json();
    const link = await linkTo(ada, id);
    const content = "1\n00:00:00,000 --> 00:00:01,000\nHello\n";
    const subtitle = await (await ada.call("POST", `${at}/subtitles/upload`, { content })).json();
    await throwAway();
    const names = { commentId: comment.id, reactionId: reaction.id, shareId: link.id };
    const known = { ...names, subtitleId: subtitle.id };
    const ask = async (
      { call, id: name, body }: NamedOperation,
      who: SignedIn,
      recording: string,
    ) => {
      const [method, path = ""] = call.split(" ");
      const filled = path.replaceAll(/\{(\w+)\}/g, (_, key: keyof typeof known) =>
        String({ id: path.startsWith("/comments") ? comment.id : recording, ...known }[key]),
      );
      const { query = [], body: sent = body ? {} : undefined } = succeeding[name] ?? {};
      const address = `${filled}?${new URLSearchParams(query)}`;
      const by = method as Method; // a call of the contract begins with it
      const answer = await who.call(by, address, sent);
      const { request_id: _, ...said } = await answer.json().catch(() => ({}));
      return { call, status: answer.status, said };
    };
    const ofOne = operations.filter(({ call }) => /\/(recordings|comments)\/\{id\}/.test(call));
    expect(ofOne.length).toBeGreaterThan(30);
    for (const operation of ofOne) {
      for (const who of [ada, admin]) {
        const asked = await ask(operation, who, id);
        expect(asked).toEqual(await ask(operation, who, crypto.randomUUID()));
        expect([400, 404, 415, 422, 503], operation.call).toContain(asked.status);
      }
    }
    expect(await status("GET", `/admin/videos/${id}`, undefined, admin)).toBe(404);
    const listed = await get(`/admin/videos?owner=${ada.id}`, admin);
    expect(listed).toMatchObject({ videos: [], total: 0 });
  });

  it("is nobody else's to restore or to delete, be they admins", async () => {
    await throwAway();
    for (const who of [await person(), await person({ role: "admin" })]) {
      expect(await get("/trash", who)).toMatchObject({ recordings: [], total: 0 });
      expect(await status("POST", `/trash/${id}/restore`, undefined, who)).toBe(404);
      expect(await status("DELETE", `/trash/${id}`, undefined, who)).toBe(404);
      expect(await status("DELETE", "/trash", undefined, who)).toBe(200);
      for (const act of ["restore", "delete", "trash"])
        expect(await batch(act, [id], who)).toMatchObject({ done: [], refused: [{ id }] });
    }
    expect(await get("/trash")).toMatchObject({ total: 1 });
    expect(await status("GET", "/trash", undefined, visitor)).toBe(401);
  });

  it("is gone for good when an admin deletes it, or when its account goes", async () => {
    const admin = await person({ role: "admin" });
    expect(await status("DELETE", `/admin/videos/${id}`, undefined, admin)).toBe(200);
    expect(await get("/trash")).toMatchObject({ total: 0 });
    ({ id } = await saveVideo(ada));
    await throwAway();
    expect(await status("DELETE", `/admin/videos/${id}`, undefined, admin)).toBe(200);
    expect([await hasBytes(), ...(await usage())]).toEqual([false, 0, 0]);
    expect(await get("/trash")).toMatchObject({ total: 0 });
    ({ id } = await saveVideo(ada));
    await throwAway();
    await sql`delete from public.users where id = ${ada.id}`;
    expect(await hasBytes()).toBe(false);
  });

  it("while it has not arrived whole is kept for ten minutes where it is recorded, and not at all where it is imported", async () => {
    const [imported, recorded] = [
      await insertRecording(sql, ada.id, { status: "uploading" }),
      await insertRecording(sql, ada.id, { status: "recording" }),
    ];
    for (const arriving of [imported, recorded])
      expect(await status("DELETE", `/recordings/${arriving}`)).toBe(200);
    const { total, recordings } = await get("/trash");
    expect([total, recordings[0].id]).toEqual([1, recorded]);
    expect(Date.parse(recordings[0].purge_at) - Date.parse(recordings[0].deleted_at)).toBe(600_000);
  });

  it("while it moves stays where it is, and is moved by nothing that moves all", async () => {
    await sql`
      update public.recordings set status = 'ready', store = 'earlier', storage_key = 'k', move_id = gen_random_uuid(),
             moving = '{"to": "s3", "percent": 3, "failed": null}' where id = ${id}`;
    await sql`insert into private.move_runs values (${ada.id}, 1, ${size})`;
    await throwAway();
    const { recordings } = await get("/trash");
    expect(recordings[0].moving).toBeNull();
    expect(
      (await sql`select recordings from private.move_runs where owner_id = ${ada.id}`)[0],
    ).toEqual({
      recordings: 0,
    });
    expect(
      await sql`select * from private.begin_moves(${ada.id}, 's3', 'disk', null)`,
    ).toHaveLength(0);
  });

  it("while it is prepared and transcribed becomes ready, with its subtitles", async () => {
    await sql`
      insert into public.subtitles (recording_id, language, status) values (${id}, 'en', 'running')`;
    await throwAway();
    await sql`update public.recordings set status = 'ready' where id = ${id}`;
    await sql`
      update public.subtitles set status = 'ready', cues = '[{"start": 0, "end": 1, "text": "Hello"}]'
       where recording_id = ${id}`;
    await ada.call("POST", `/trash/${id}/restore`);
    expect(await get(`/recordings/${id}`)).toMatchObject({ status: "ready" });
    expect((await get(`/recordings/${id}/subtitles`)).subtitles).toMatchObject([
      { status: "ready" },
    ]);
  });
});

describe("the trash rejects", () => {
  it("what is malformed", async () => {
    for (const body of [
      {},
      { ids: [], act: "trash" },
      { ids: ["x"], act: "trash" },
      { ids: [id], act: "burn" },
      { ids: Array.from({ length: 201 }, () => crypto.randomUUID()), act: "trash" },
    ])
      expect(await status("POST", "/recordings/batch", body)).toBe(400);
    expect(await status("GET", "/trash?limit=0")).toBe(400);
    expect(await status("POST", "/trash/x/restore")).toBe(404);
    expect(await status("POST", `/trash/${id}/restore`), "it is not in the trash").toBe(404);
    expect(await get(`/recordings/${id}`)).toMatchObject({ id });
  });
});
