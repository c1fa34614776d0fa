import type postgres from "postgres";
import { describe, expect, it, test } from "vitest";
import { closeStaleUploads } from "#api/features/uploads/close-stale-uploads.ts";
import { requireRoom } from "#api/features/uploads/uploads.ts";
import type { ObjectPart } from "#api/platform/objects/parts.ts";
import { type SignedIn, testApp } from "#tests/support/app.ts";
import { readRecording } from "#tests/support/saving.ts";
import { type Creation, created, tusClient } from "#tests/support/tus.ts";
import { videoBytes } from "#tests/support/videos.ts";

const app = await testApp();
const sql = app.database.pool;
const webm = await videoBytes("recorded.webm");
const ROOM = 25 * 1024 ** 3;
const FULL = "Your storage is full. Delete recordings or choose a larger plan.";
const PROMISED =
  "Uploads and moves that are not finished need the rest of your storage. Wait for them, or give one up.";

/** Somebody whose plan has so many bytes left. */
async function withRoom(bytes: number) {
  const person = await app.person({ plan: "Starter" });
  await sql`
    update public.storage_usage set used_bytes = ${ROOM - bytes} where user_id = ${person.id}
  `;
  const tus = tusClient(app, person.token);
  const fits = async (length: number, wishes: Creation = {}) => {
    const response = await tus.create({ length, ...wishes });
    if (response.status !== 201) return (await response.json()).error;
    await tus.remove(created(response).url);
    return true;
  };
  return { person, tus, fits };
}

describe("an upload of a declared length", () => {
  it.each(["recording", "import"])("that does not fit is refused at once: %s", async (kind) => {
    const { person, fits } = await withRoom(1000);
    expect(await fits(1001, { kind })).toBe(FULL);
    expect(await library(person)).toEqual([]);
    expect(await fits(1000, { kind })).toBe(true);
  });

  it.each(["recording", "import"])(
    "that is asked for again needs its room once: %s",
    async (kind) => {
      const { tus } = await withRoom(1000);
      const ask = () => tus.create({ length: 1000, kind, key: "the answer was lost" });
      expect(created(await ask())).toEqual(created(await ask()));
    },
  );

  it("is promised its room, whoever asks for it at the same moment", async () => {
    const { person, tus } = await withRoom(1000);
    const other = tusClient({ request: app.anotherProcess() }, person.token);
    const answers = await Promise.all(
      [tus, other, tus, other, tus, other].map((client) => client.create({ length: 501 })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 402, 402, 402, 402, 402]);
    const refused = answers.find(({ status }) => status === 402);
    expect(await refused?.json()).toMatchObject({ error: PROMISED, code: "quota_exceeded" });
    expect(await library(person)).toHaveLength(1);
  });

  it("is promised room after whoever asked before, and keeps no other account waiting", async () => {
    const [one, other] = [await withRoom(1000), await withRoom(1000)];
    const asked = (of: postgres.ISql, { id }: SignedIn) => of`select private.take_room(${id}, 1)`;
    await sql.begin(async (first) => {
      await asked(first, one.person);
      const second = sql.begin((later) => [
        later`set local lock_timeout = '10ms'`,
        asked(later, one.person),
      ]);
      await expect(second, "it waits for the first").rejects.toMatchObject({ code: "55P03" });
      await asked(sql, other.person);
    });
  });

  it("does not count twice what has arrived", async () => {
    const { tus, fits } = await withRoom(webm.length + 1000);
    const { url } = created(await tus.create({ length: webm.length }));
    await tus.patch(url, { offset: 0, bytes: webm.slice(0, 50_000) });
    expect(await fits(1001)).toBe(PROMISED);
    expect(await fits(1000)).toBe(true);
    await tus.patch(url, { offset: 50_000, bytes: webm.slice(50_000) });
    expect(await fits(1001)).toBe(FULL);
    expect(await fits(1000)).toBe(true);
  });

  it("weighs after each of its parts what has arrived, and once", async () => {
    const { person, tus } = await withRoom(webm.length);
    const before = ROOM - webm.length;
    const used = async () =>
      (await sql`select used_bytes from public.storage_usage where user_id = ${person.id}`)[0];
    const { url } = created(await tus.create({ length: webm.length }));
    expect(await used()).toEqual({ used_bytes: before });
    await tus.patch(url, { offset: 0, bytes: webm.slice(0, 1000) });
    expect(await used()).toEqual({ used_bytes: before + 1000 });
    await tus.patch(url, { offset: 1000, bytes: webm.slice(1000, 3000) });
    expect(await used()).toEqual({ used_bytes: before + 3000 });
    await tus.patch(url, { offset: 3000, bytes: webm.slice(3000) });
    expect(await used()).toEqual({ used_bytes: ROOM });
  });

  it("keeps its promise when a running recording takes what was left", async () => {
    const { tus } = await withRoom(webm.length);
    const running = created(await tus.create());
    const { url } = created(await tus.create({ length: webm.length, kind: "import" }));
    await tus.patch(running.url, { offset: 0, bytes: webm.slice(0, 1000) });
    expect((await tus.patch(url, { offset: 0, bytes: webm })).status).toBe(204);
  });

  it.each([
    ["given up", ({ tus }: Scene, url: string) => tus.remove(url)],
    ["that stayed away", () => closeStaleUploads(service, jobs, { abandoned: 0 })],
  ])("gives its room back when it is %s", async (_, end) => {
    const scene = await withRoom(1000);
    const { url } = created(await scene.tus.create({ length: 1000 }));
    expect(await scene.fits(1)).toBe(PROMISED);
    await end(scene, url);
    expect(await scene.fits(1000)).toBe(true);
  });
});

test("an upload to which a part came just now is not taken for one that stayed away", async () => {
  const { tus } = await withRoom(webm.length);
  const { url, recording } = created(await tus.create({ length: webm.length }));
  await sql`
    update public.uploads set touched_at = now() - interval '2 days' where recording_id = ${recording}
  `;
  await tus.patch(url, { offset: 0, bytes: webm.slice(0, 1000) });
  await closeStaleUploads(service, jobs);
  expect((await tus.head(url)).headers.get("Upload-Offset")).toBe("1000");
});

describe("an import of an unknown length", () => {
  it("is asked about with each part, and removed when there is no room for one", async () => {
    const { person, tus } = await withRoom(30_000);
    const { url, recording } = created(await tus.create({ kind: "import" }));
    expect((await tus.patch(url, { offset: 0, bytes: webm.slice(0, 20_000) })).status).toBe(204);
    const [kept] = await partsOf(recording);
    const before = await removalsAsked();
    const refused = await tus.patch(url, { offset: 20_000, bytes: webm.slice(20_000, 30_001) });
    expect([refused.status, (await refused.json()).error]).toEqual([402, FULL]);
    expect((await tus.head(url)).status).toBe(404);
    expect(await library(person)).toEqual([]);
    if (!kept) throw new Error("The first part was not kept");
    expect(await removalsAsked()).toBe(before + 1);
    await app.startJobs();
    await expect.poll(() => app.objects.size(kept)).toBeNull();
  });

  it("may take all the room there is", async () => {
    const { tus } = await withRoom(webm.length);
    const { url } = created(await tus.create({ kind: "import" }));
    const part = { offset: 0, bytes: webm, length: webm.length };
    expect((await tus.patch(url, part)).status).toBe(204);
  });

  it("finds no room that is promised to another", async () => {
    const { tus } = await withRoom(30_000);
    created(await tus.create({ length: 20_000 }));
    const { url } = created(await tus.create({ kind: "import" }));
    const refused = await tus.patch(url, { offset: 0, bytes: webm.slice(0, 10_001) });
    expect([refused.status, (await refused.json()).error]).toEqual([402, PROMISED]);
  });

  it("may declare all the room there is when a part of it has come already", async () => {
    const { tus } = await withRoom(webm.length);
    const { url } = created(await tus.create({ kind: "import" }));
    await tus.patch(url, { offset: 0, bytes: webm.slice(0, 20_000) });
    const rest = { offset: 20_000, bytes: webm.slice(20_000), length: webm.length };
    expect((await tus.patch(url, rest)).status).toBe(204);
  });

  it("is removed when it declares more than fits", async () => {
    const { tus, fits } = await withRoom(30_000);
    const { url } = created(await tus.create({ kind: "import" }));
    const declared = { offset: 0, bytes: webm.slice(0, 10), length: 30_001 };
    expect((await tus.patch(url, declared)).status).toBe(402);
    expect((await tus.head(url)).status).toBe(404);
    expect(await fits(30_000)).toBe(true);
  });

  it("is removed when it declares more than any import may have", async () => {
    const { tus } = await withRoom(ROOM);
    const { url } = created(await tus.create({ kind: "import" }));
    const declared = { offset: 0, bytes: webm.slice(0, 10), length: 524_288_001 };
    expect((await tus.patch(url, declared)).status).toBe(413);
    expect((await tus.head(url)).status).toBe(404);
  });
});

describe("a running recording", () => {
  it("finishes over its plan, and the next one is refused", async () => {
    const { person, tus, fits } = await withRoom(1000);
    const { url, recording } = created(await tus.create());
    expect((await tus.patch(url, { offset: 0, bytes: webm.slice(0, 50_000) })).status).toBe(204);
    const rest = { offset: 50_000, bytes: webm.slice(50_000), length: webm.length };
    expect((await tus.patch(url, rest)).status).toBe(204);
    expect(await readRecording(person, recording)).toMatchObject({ size: webm.length });
    expect(await fits(1)).toBe(FULL);
    expect((await tus.create()).status).toBe(402);
  });
});

test("what just fits on the server's disk is taken", async () => {
  const { person } = await withRoom(2000);
  const asked = (wanted: number) =>
    requireRoom(app.database.as(person.caller), { room: async () => 1000 }, wanted);
  await expect(asked(1001)).rejects.toMatchObject({ status: 507, code: "no_room" });
  await asked(1000);
});

type Scene = Awaited<ReturnType<typeof withRoom>>;
const service = app.database.asService("a test runs the sweeper");
const jobs = { send: async () => {} };

const library = async (person: SignedIn) =>
  (await (await person.call("GET", "/recordings")).json()).recordings;

async function removalsAsked(): Promise<number> {
  return (await sql`select 1 from private.jobs where kind = 'remove-objects'`).length;
}

const partsOf = (recording: string) => sql<ObjectPart[]>`
  select p.store, p.storage_key as key, p.size::int as size
    from private.upload_parts p join public.uploads u on u.id = p.upload_id
   where u.recording_id = ${recording}
`;
