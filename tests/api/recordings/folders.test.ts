import { beforeEach, describe, expect, it } from "vitest";
import type { Folder } from "#contract/folders.ts";
import type { RecordingList } from "#contract/recordings.ts";
import { type Method, type SignedIn, testApp, type Visitor } from "#tests/support/app.ts";
import { linkTo, through } from "#tests/support/links.ts";
import { insertRecording } from "#tests/support/recordings.ts";
import { saveVideo } from "#tests/support/saving.ts";
import { created, tusClient } from "#tests/support/tus.ts";

const app = await testApp();
const { database, person, visitor } = app;
const sql = database.pool;

let ada: SignedIn;
beforeEach(async () => {
  ada = await person();
});

const get = async (path: string, who: Visitor = ada) => (await who.call("GET", path)).json();
const status = async (method: Method, path: string, body?: unknown, who: Visitor = ada) =>
  (await who.call(method, path, body)).status;
const make = async (name: string, parent_id: string | null = null): Promise<Folder> =>
  (await ada.call("POST", "/folders", { name, parent_id })).json();
const move = (ids: string[], folder_id: string | null) =>
  ada.call("POST", "/recordings/batch", { ids, act: "move", folder_id });
const titles = async (query: string) => {
  const { recordings, total }: RecordingList = await get(`/recordings?${query}`);
  expect(total).toBe(recordings.length);
  return recordings.map(({ filename }) => filename);
};
const add = (filename: string, more = {}) => insertRecording(sql, ada.id, { filename, ...more });

describe("folders work", () => {
  it("up to a number that nobody keeps in mind, and again once one is deleted", async () => {
    const first = await make("First");
    await sql`
      insert into public.folders (owner_id, name) select ${ada.id}, 'More' from generate_series(1, 1999)`;
    const refused = await ada.call("POST", "/folders", { name: "One more" });
    expect([refused.status, (await refused.json()).code]).toEqual([409, "too_many_folders"]);
    await ada.call("DELETE", `/folders/${first.id}`);
    expect(await status("POST", "/folders", { name: "One more" })).toBe(201);
  });

  it("in one another, and say how many recordings lie in them", async () => {
    const talks = await make("Talks");
    const old = await make("Old", talks.id);
    expect(old).toMatchObject({ name: "Old", parent_id: talks.id, recordings: 0 });
    const [one, two, three] = [await add("One"), await add("Two"), await add("Three")];
    const unknown = crypto.randomUUID();
    expect(await (await move([one, two, unknown], talks.id)).json()).toEqual({
      done: expect.arrayContaining([one, two]),
      refused: [{ id: unknown, error: "Recording not found" }],
    });
    expect((await get("/folders")).folders).toMatchObject([
      { id: old.id, recordings: 0 },
      { id: talks.id, recordings: 2 },
    ]);
    expect(await titles(`folder_id=${talks.id}`)).toEqual(["Two", "One"]);
    expect(await titles("folder_id=none")).toEqual(["Three"]);
    expect(await titles("")).toHaveLength(3);
    await ada.call("DELETE", `/recordings/${one}`);
    expect((await get("/folders")).folders).toMatchObject([{}, { recordings: 1 }]);
    expect(await (await move([one], null)).json(), "it lies in the trash").toEqual({
      done: [],
      refused: [{ id: one, error: "Recording not found" }],
    });
    await sql`delete from realtime.messages`;
    await move([two], null);
    const told = await sql`select topic, event from realtime.messages`;
    expect([...told], "their other pages").toEqual([{ topic: `user:${ada.id}`, event: "folders" }]);
    expect(await get(`/recordings/${two}`)).toMatchObject({ folder_id: null });
    await ada.call("POST", `/trash/${one}/restore`);
    expect(await get(`/recordings/${one}`)).toMatchObject({ folder_id: talks.id });
    expect(await get(`/recordings/${three}`)).toMatchObject({ folder_id: null });
  });

  it("renamed and moved, and let go of what lies in them one level up", async () => {
    const top = await make("Top");
    const mid = await make("Mid", top.id);
    const low = await make("Low", mid.id);
    const [inMid, thrown] = [await add("In mid"), await add("Thrown")];
    await move([inMid, thrown], mid.id);
    await ada.call("DELETE", `/recordings/${thrown}`);
    const renamed = await ada.call("PATCH", `/folders/${mid.id}`, { name: "  Middle " });
    expect(await renamed.json()).toMatchObject({
      name: "Middle",
      parent_id: top.id,
      recordings: 1,
    });
    expect(await status("DELETE", `/folders/${mid.id}`)).toBe(200);
    expect((await get("/folders")).folders).toMatchObject([
      { id: low.id, parent_id: top.id },
      { id: top.id, recordings: 1 },
    ]);
    await ada.call("POST", `/trash/${thrown}/restore`);
    expect(await get(`/recordings/${thrown}`), "the folder is gone").toMatchObject({
      folder_id: null,
    });
    expect(await status("PATCH", `/folders/${low.id}`, { parent_id: null })).toBe(200);
    expect((await get("/folders")).folders).toMatchObject([{ parent_id: null }, {}]);
  });

  it("deleted with all their videos below, which lie in the trash then", async () => {
    const top = await make("Top");
    const low = await make("Low", top.id);
    const [one, two, running] = [await add("One"), await add("Two"), await add("Running")];
    await sql`update public.recordings set status = 'recording' where id = ${running}`;
    await move([one], top.id);
    await move([two, running], low.id);
    expect(await status("DELETE", `/folders/${top.id}?videos=trash`)).toBe(200);
    expect((await get("/folders")).folders).toEqual([]);
    expect(await titles("")).toEqual(["Running"]);
    expect((await get("/trash")).total).toBe(2);
    expect(await get(`/recordings/${running}`)).toMatchObject({ folder_id: null });
  });

  it("for what is saved, imported or uploaded into them", async () => {
    const { id } = await make("Talks");
    for (const call of ["/recordings", "/recordings/import"]) {
      const saved = await saveVideo(ada, "recorded.webm", { call: `${call}?folder_id=${id}` });
      expect(saved.folder_id).toBe(id);
      expect(await get(`/recordings/${saved.id}`)).toMatchObject({ folder_id: id });
      const elsewhere = `${call}?folder_id=${crypto.randomUUID()}`;
      expect(await status("POST", elsewhere, new FormData())).toBe(404);
    }
    const upload = (folder: string) =>
      tusClient(
        { ...app, request: (path, init) => app.request(`${path}?folder_id=${folder}`, init) },
        ada.token,
      ).create();
    created(await upload(id));
    expect((await get("/folders")).folders).toMatchObject([{ recordings: 3 }]);
    expect((await upload(crypto.randomUUID())).status).toBe(404);
  });
});

describe("the library is filtered and sorted", () => {
  it("by subtitles, links and storage, one with the other and with a search", async () => {
    const [one, two] = [await add("Talk one"), await add("Talk two", { storage_type: "s3" })];
    await add("Walk", { storage_type: "google_drive" });
    await sql`insert into public.subtitles (recording_id, language, status) values (${one}, 'en', 'ready'), (${two}, 'en', 'running')`;
    await linkTo(ada, two);
    const over = await linkTo(ada, one, { expires_in_hours: 1 });
    await sql`update public.shares set expires_at = now() where id = ${over.id}`;
    expect(await titles("captions=true")).toEqual(["Talk one"]);
    expect(await titles("captions=false")).toEqual(["Walk", "Talk two"]);
    expect(await titles("shared=true")).toEqual(["Talk two"]);
    expect(await titles("shared=false")).toEqual(["Walk", "Talk one"]);
    expect(await titles("storage=google_drive")).toEqual(["Walk"]);
    expect(await titles("storage=s3&shared=true&captions=false")).toEqual(["Talk two"]);
    expect(await titles("search=talk&captions=true")).toEqual(["Talk one"]);
    expect(await titles("search=walk&captions=true")).toEqual([]);
  });

  it.each([
    ["date", ["b", "a", "c"]],
    ["title", ["c", "b", "a"]],
    ["length", ["c", "a", "b"]],
    ["size", ["a", "b", "c"]],
    ["views", ["b", "c", "a"]],
  ])("by %s, both ways", async (sort, down) => {
    await add("c", { created_at: "2026-01-01", duration: 9, size: 1 });
    await add("a", { created_at: "2026-01-02", duration: 8, size: 3 });
    const b = await add("b", { created_at: "2026-01-03", duration: 7, size: 2 });
    await sql`update public.recordings set view_count = case filename when 'c' then 5 else 0 end + case when id = ${b} then 9 else 0 end where owner_id = ${ada.id}`;
    expect(await titles(`sort=${sort}&order=desc`)).toEqual(down);
    expect(await titles(`sort=${sort}&order=asc`)).toEqual(down.toReversed());
  });
});

describe("folders refuse", () => {
  it("to lie in themselves, more than eight deep, or in what is not there", async () => {
    const chain = [await make("1")];
    for (let depth = 2; depth <= 8; depth++) chain.push(await make(`${depth}`, chain.at(-1)?.id));
    const [first, second, eighth] = [chain[0], chain[1], chain[7]];
    const refused = async (path: string, body: object, method: Method = "PATCH") => {
      const answer = await ada.call(method, path, body);
      return [answer.status, (await answer.json()).code];
    };
    expect(await refused("/folders", { name: "9", parent_id: eighth?.id }, "POST")).toEqual([
      409,
      "folder_too_deep",
    ]);
    for (const inside of [first, second, eighth])
      expect(await refused(`/folders/${first?.id}`, { parent_id: inside?.id })).toEqual([
        409,
        "folder_cycle",
      ]);
    const other = await make("Other");
    expect(await refused(`/folders/${first?.id}`, { parent_id: other.id })).toEqual([
      409,
      "folder_too_deep",
    ]);
    expect(
      await refused("/folders", { name: "x", parent_id: crypto.randomUUID() }, "POST"),
    ).toEqual([404, "folder_not_found"]);
    expect((await get("/folders")).folders).toHaveLength(9);
  });

  it("other accounts, admins and editors, who are not told of them", async () => {
    const { id } = await make("Talks");
    const recording = await add("Talk");
    await move([recording], id);
    const link = await linkTo(ada, recording, { permission_type: "edit" });
    for (const who of [await person(), await person({ role: "admin" })]) {
      expect((await get("/folders", who)).folders).toEqual([]);
      expect(await status("PATCH", `/folders/${id}`, { name: "Mine" }, who)).toBe(404);
      expect(await status("DELETE", `/folders/${id}?videos=trash`, undefined, who)).toBe(404);
      expect(await status("POST", "/folders", { name: "x", parent_id: id }, who)).toBe(404);
      const own = await insertRecording(sql, who.id);
      const body = { ids: [own], act: "move", folder_id: id };
      expect(await status("POST", "/recordings/batch", body, who)).toBe(404);
      expect(await get(`/recordings?folder_id=${id}`, who)).toMatchObject({ total: 0 });
    }
    const admin = await person({ role: "admin" });
    expect(await get(`/recordings/${recording}`, admin)).toMatchObject({
      id: recording,
      folder_id: null,
    });
    const seen = await visitor.call("GET", `/recordings/${recording}`, undefined, through(link));
    expect(await seen.json()).not.toHaveProperty("folder_id");
  });

  it("what is malformed", async () => {
    const { id } = await make("Talks");
    for (const body of [
      {},
      { name: "" },
      { name: "  " },
      { name: "a\nb" },
      { name: "x".repeat(101) },
      { name: "x", parent_id: "y" },
    ])
      expect(await status("POST", "/folders", body)).toBe(400);
    expect(await status("PATCH", `/folders/${id}`, { name: "" })).toBe(400);
    expect(await status("DELETE", `/folders/${id}?videos=burn`)).toBe(400);
    expect(await status("POST", "/recordings/batch", { ids: [id], act: "move" })).toBe(400);
    for (const query of [
      "folder_id=x",
      "captions=maybe",
      "order=up",
      "sort=colour",
      "storage=moon",
    ])
      expect(await status("GET", `/recordings?${query}`)).toBe(400);
    expect(await make("x".repeat(100))).toMatchObject({ parent_id: null });
  });
});
