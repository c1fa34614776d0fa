import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findFfmpeg } from "#api/media/transcode.ts";
import { type TestApp, testApp } from "#tests/support/app.ts";
import { gatedFfmpeg } from "#tests/support/gated-ffmpeg.ts";
import { jpeg, sheetQuery } from "#tests/support/jpeg.ts";
import { linkTo, through } from "#tests/support/links.ts";
import { makeNumberedFilm, numberOf } from "#tests/support/numbered-film.ts";
import { insertRecording } from "#tests/support/recordings.ts";
import { allowForProcessing, processed, videoForm } from "#tests/support/saving.ts";
import { temporaryDirectory } from "#tests/support/temporary-directory.ts";

allowForProcessing();
const ffmpeg = await findFfmpeg();
const drawer = gatedFfmpeg(ffmpeg?.path ?? "/no/such/ffmpeg");
const app = await testApp({ FFMPEG_PATH: drawer.path });
const { pool } = app.database;
const header = { "Content-Type": "image/jpeg" };

/** A film of four seconds that shows the number of each picture, thirty in a second. */
async function numbered() {
  drawer.open();
  const ada = await app.person();
  const film = join(temporaryDirectory(), "numbered.mp4");
  await makeNumberedFilm(film, 4, "-c:v libx264 -bf 2 -g 60 -c:a aac");
  const form = videoForm(await Bun.file(film).bytes(), "numbered.mp4");
  const { id } = await (await ada.call("POST", "/recordings/import", form)).json();
  await app.startJobs();
  await processed(ada, id);
  await app.stopJobs();
  return { ada, id, path: `/recordings/${id}/thumbnail` };
}

async function shown(bytes: ArrayBuffer): Promise<number | undefined> {
  const path = join(temporaryDirectory(), "seen.jpg");
  await Bun.write(path, bytes);
  return numberOf(path);
}

const ownOf = async (id: string) =>
  (await pool`select own_thumbnail from public.recordings where id = ${id}`)[0]?.own_thumbnail;

describe.skipIf(!ffmpeg)("a thumbnail that the server draws", () => {
  it("shows the picture that is on the screen at that moment", async () => {
    const { ada, path } = await numbered();
    for (const [at, number] of [
      [0, 0],
      [2.51, 75],
      [4, 119],
    ]) {
      const drawn = await ada.call("POST", `${path}?at=${at}`);
      expect(drawn.status).toBe(200);
      const { thumbnail_path } = await drawn.json();
      const picture = await ada.call("GET", thumbnail_path.replace("/api", ""));
      expect(await shown(await picture.arrayBuffer()), `at ${at}`).toBe(number);
    }
    expect((await ada.call("POST", `${path}?at=4.1`)).status).toBe(400);
    expect(await pool`select 1 from private.loose_objects where due_at > now()`).toEqual([]);
  });

  it("is none where the film is another one by then, and the one before stays", async () => {
    const { ada, id, path } = await numbered();
    const before = await (await ada.call("POST", path, jpeg(), header)).json();
    drawer.shut();
    const begun = drawer.begun();
    const drawing = ada.call("POST", `${path}?at=1`);
    await expect.poll(drawer.begun).toBe(begun + 1);
    await pool`update public.recordings set storage_key = storage_key || '-cut' where id = ${id}`;
    drawer.open();
    const refused = await drawing;
    expect([refused.status, (await refused.json()).code]).toEqual([409, "film_changed"]);
    const now = await (await ada.call("GET", `/recordings/${id}`)).json();
    expect(now.thumbnail_path).toBe(before.thumbnail_path);
  });

  it("is none of a film that cannot be read, in words", async () => {
    const { ada, path } = await numbered();
    drawer.breakDown();
    const refused = await ada.call("POST", `${path}?at=1`);
    expect([refused.status, (await refused.json()).code]).toEqual([409, "not_drawn"]);
  });

  it("is none of a film whose bytes are lost, which is said as to people who watch it", async () => {
    const { ada, id, path } = await numbered();
    await pool`update public.recordings set storage_key = 'lost' where id = ${id}`;
    const refused = await ada.call("POST", `${path}?at=1`);
    expect([refused.status, (await refused.json()).code]).toEqual([404, "file_gone"]);
  });
});

describe.skipIf(!ffmpeg)("a thumbnail that many wait for", () => {
  it("waits behind one of another account, however many that has asked for", async () => {
    const [{ ada, path }, other] = [await numbered(), await numbered()];
    drawer.shut();
    const begun = drawer.begun();
    const answered: string[] = [];
    const draw = async (name: string, by: typeof ada, of: string) => {
      expect((await by.call("POST", `${of}?at=1`)).status).toBe(200);
      answered.push(name);
    };
    const many = Array.from({ length: 4 }, () => draw("ada", ada, path));
    await expect.poll(drawer.begun).toBe(begun + 1);
    const one = draw("bob", other.ada, other.path);
    for (let asked = 0; asked < 5; asked++) await other.ada.call("GET", `/recordings/${other.id}`);
    drawer.open();
    await Promise.all([...many, one]);
    expect(answered).toEqual(["ada", "bob", "ada", "ada", "ada"]);
  });

  it("is not drawn for people who have left, whoever they waited for", async () => {
    const [{ ada, path }, other] = [await numbered(), await numbered()];
    drawer.shut();
    const begun = drawer.begun();
    const drawn = ada.call("POST", `${path}?at=1`);
    await expect.poll(drawer.begun).toBe(begun + 1);
    const leaving = new AbortController();
    const waits = ({ token }: typeof ada, of: string) =>
      app.request(`/api${of}?at=2`, {
        ...{ method: "POST", signal: leaving.signal },
        headers: { Authorization: `Bearer ${token}` },
      });
    const left = [waits(ada, path), waits(other.ada, other.path)];
    for (let asked = 0; asked < 5; asked++) await other.ada.call("GET", `/recordings/${other.id}`);
    leaving.abort();
    const statuses = (await Promise.all(left)).map(({ status }) => status);
    drawer.open();
    expect([(await drawn).status, ...statuses]).toEqual([200, 499, 499]);
    expect(drawer.begun()).toBe(begun + 1);
  });

  it("has a minute of the processor, however large its film is", async () => {
    const { ada, path } = await numbered();
    expect((await ada.call("POST", `${path}?at=1`)).status).toBe(200);
    expect(drawer.orders().at(-1)).toMatch(/-timelimit 60 /);
  });
});

const asService = (where: TestApp) => where.database.asService("a test");

async function ready(where: TestApp) {
  const ada = await where.person();
  const id = await asService(where)((sql) => insertRecording(sql, ada.id));
  await where.database.pool`
    update public.recordings set playable = true, store = 'disk', storage_key = 'a' where id = ${id}
  `;
  return { ada, id, path: `/recordings/${id}/thumbnail` };
}

describe("drawing a thumbnail", () => {
  it.each(["-1", "12.6", "1e9", "soon"])("is refused at %s, outside of the film", async (at) => {
    const { ada, path } = await ready(app);
    expect((await ada.call("POST", `${path}?at=${at}`)).status).toBe(400);
  });

  it("is refused before a recording is ready, and where the server has no ffmpeg", async () => {
    const without = await testApp({ FFMPEG_PATH: "/no/such/ffmpeg" });
    const { ada, id, path } = await ready(without);
    const refused = await ada.call("POST", `${path}?at=1`);
    expect([refused.status, (await refused.json()).code]).toEqual([503, "no_ffmpeg"]);
    await without.database.pool`
      update public.recordings set status = 'processing' where id = ${id}
    `;
    expect((await ada.call("POST", `${path}?at=1`)).status).toBe(409);
  });

  it("is its owner's alone", async () => {
    const { ada, id, path } = await ready(app);
    const [bob, admin] = [await app.person(), await app.person({ role: "admin" })];
    const edit = through(await linkTo(ada, id, { is_public: true, permission_type: "edit" }));
    expect((await bob.call("POST", `${path}?at=1`)).status).toBe(404);
    expect((await bob.call("POST", `${path}?at=1`, undefined, edit)).status).toBe(403);
    expect((await admin.call("POST", `${path}?at=1`)).status).toBe(403);
    expect((await app.visitor.call("POST", `${path}?at=1`)).status).toBe(401);
  });
});

describe("a picture that a page has drawn", () => {
  it("is refused once another film is shown, unless it was drawn of that", async () => {
    const { ada, id, path } = await ready(app);
    const send = async (query: string, picture = path) =>
      (await ada.call("POST", `${picture}${query}`, jpeg(), header)).status;
    const sheet = () => send(`?${sheetQuery}`, `/recordings/${id}/contact-sheet`);
    expect([await send(""), await send("?film_size=7"), await sheet()]).toEqual([200, 200, 200]);
    await pool`
      insert into private.edits (recording_id, kept, shown_at) values (${id}, '[]', now())
    `;
    await pool`update public.recordings set size = 1234 where id = ${id}`;
    expect([await send(""), await send("?film_size=7"), await sheet()]).toEqual([409, 409, 409]);
    expect([await send("?film_size=1234"), await send("?own=true")]).toEqual([200, 200]);
  });
});

describe("a picture of one's own", () => {
  it("is known as such until the next picture", async () => {
    const { ada, id, path } = await ready(app);
    for (const [query, isOwn] of [
      ["?own=true", true],
      ["", false],
      ["?own=true", true],
      ["?own=false", false],
    ] as const) {
      expect((await ada.call("POST", `${path}${query}`, jpeg(), header)).status).toBe(200);
      expect(await ownOf(id), query).toBe(isOwn);
    }
    expect((await ada.call("POST", `${path}?own=maybe`, jpeg(), header)).status).toBe(400);
  });
});
