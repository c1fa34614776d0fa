import { describe, expect, it } from "vitest";
import { joinStores } from "#api/platform/objects/objects.ts";
import { type SignedIn, testApp } from "#tests/support/app.ts";
import { jpeg } from "#tests/support/jpeg.ts";
import { memoryStore } from "#tests/support/memory-store.ts";
import { saveVideo, videoForm } from "#tests/support/saving.ts";
import { created, tusClient } from "#tests/support/tus.ts";
import { videoBytes } from "#tests/support/videos.ts";

const store = memoryStore();
const app = await testApp({}, { objects: joinStores([store]) });
const sql = app.database.pool;
const webm = await videoBytes("recorded.webm");

/** A person with a recording and an upload, while the person may still act. */
async function belongings() {
  const ada = await app.person();
  const { id } = await saveVideo(ada);
  const { url } = created(await tusClient(app, ada.token).create());
  return { ada, id, url };
}

type Belongings = Awaited<ReturnType<typeof belongings>>;

const endSession = ({ ada }: Belongings) =>
  sql`delete from public.sessions where user_id = ${ada.id}`;
const suspend = ({ ada }: Belongings) =>
  sql`update public.users set suspended = true where id = ${ada.id}`;

const creation = (person: SignedIn) =>
  person.call("POST", "/uploads", Buffer.from(webm), {
    "Tus-Resumable": "1.0.0",
    "Upload-Length": String(webm.length),
    "Upload-Metadata": `filename ${btoa("a.webm")},filetype ${btoa("video/webm")},kind ${btoa("recording")}`,
    "Content-Type": "application/offset+octet-stream",
    "Content-Length": String(webm.length),
  });
const part = (person: SignedIn, { url }: Belongings) =>
  tusClient(app, person.token).patch(url, { offset: 0, bytes: webm });
const picture = (person: SignedIn, { id }: Belongings) =>
  person.call("POST", `/recordings/${id}/thumbnail`, jpeg(), { "Content-Type": "image/jpeg" });
const form = (path: string) => (person: SignedIn) =>
  person.call("POST", path, videoForm(webm, "a.webm"));

const calls = {
  "a picture": picture,
  "an upload's creation with bytes": creation,
  "an upload's part": part,
  "a form": form("/recordings"),
  "a form to import": form("/recordings/import"),
};
type Call = keyof typeof calls;

const looseObjects = () => sql`select 1 from private.loose_objects`;

describe("the same body is taken: in", () => {
  for (const [what, send] of Object.entries(calls))
    it(`${what} of whoever may send it`, async () => {
      const owned = await belongings();
      const before = store.taken.length;
      expect((await send(owned.ada, owned)).ok).toBe(true);
      expect(store.taken.length).toBe(before + 1);
    });
});

describe("of a body that is refused, not one byte is taken: in", () => {
  for (const [what, send] of Object.entries(calls)) {
    it(`${what} of an ended session`, async () => {
      const owned = await belongings();
      await endSession(owned);
      await expectNothingTaken(() => send(owned.ada, owned), 401);
    });

    it(`${what} of a suspended account`, async () => {
      const owned = await belongings();
      await suspend(owned);
      await expectNothingTaken(() => send(owned.ada, owned), 401);
    });

    it(`${what} of nobody`, async () => {
      const owned = await belongings();
      const nobody = { ...owned.ada, ...app.visitor, token: "none" };
      await expectNothingTaken(() => send(nobody, owned), 401);
    });
  }

  it.each<Call>(["a picture", "an upload's part"])("%s for another person", async (what) => {
    const owned = await belongings();
    const ben = await app.person();
    await expectNothingTaken(() => calls[what](ben, owned), 404);
  });

  it("a picture of somebody who may only rename the recording", async () => {
    const owned = await belongings();
    const shared = await owned.ada.call("POST", `/recordings/${owned.id}/shares`, {
      permission_type: "edit",
      is_public: true,
    });
    const { share_token } = await shared.json();
    const ben = await app.person();
    const throughLink: SignedIn = {
      ...ben,
      call: (method, path, body, headers) =>
        ben.call(method, path, body, { ...headers, "X-Share-Token": share_token }),
    };
    await expectNothingTaken(() => picture(throughLink, owned), 403);
  });

  it.each<Call>(["an upload's creation with bytes", "a form", "a form to import"])(
    "%s of an account without room",
    async (what) => {
      const owned = await belongings();
      const cleo = await app.person({ plan: "Free" });
      await expectNothingTaken(() => calls[what](cleo, owned), 402);
    },
  );
});

describe("what is refused when its bytes are here", () => {
  const broken = { send: () => Promise.reject(new Error("the queue is out of reach")) };

  it("is removed at once from a form", async () => {
    const { ada } = await belongings();
    const before = [...store.objects.keys()];
    const request = app.anotherProcess({ jobs: broken });
    const saved = await request("/api/recordings", {
      method: "POST",
      headers: { Authorization: `Bearer ${ada.token}` },
      body: videoForm(webm, "a.webm"),
    });
    expect(saved.status).toBe(500);
    expect([...store.objects.keys()]).toEqual(before);
    expect(await looseObjects()).toHaveLength(0);
  });

  it("is removed at once from a part", async () => {
    const { ada, url } = await belongings();
    const before = [...store.objects.keys()];
    const request = app.anotherProcess({ jobs: broken });
    const sent = { offset: 0, bytes: webm, length: webm.length, request };
    expect((await tusClient(app, ada.token).patch(url, sent)).status).toBe(500);
    expect([...store.objects.keys()]).toEqual(before);
    expect(await looseObjects()).toHaveLength(0);
  });

  it("is removed at once from a picture of what was deleted meanwhile", async () => {
    const { ada, id } = await belongings();
    const sent = new TransformStream<Uint8Array, Uint8Array>();
    const answer = ada.call("POST", `/recordings/${id}/thumbnail`, sent.readable, {
      "Content-Type": "image/jpeg",
    });
    const writer = sent.writable.getWriter();
    await writer.write(jpeg().slice(0, 100)); // taken: whose it is was known before
    await sql`delete from public.recordings where id = ${id}`;
    await writer.write(jpeg().slice(100));
    await writer.close();
    const before = store.taken.length;
    expect((await answer).status).toBe(404);
    const [key] = store.taken.slice(before);
    expect(store.objects.has(key ?? "")).toBe(false);
    const noted = await sql`select 1 from private.loose_objects where storage_key = ${key ?? ""}`;
    expect([key !== undefined, noted.length]).toEqual([true, 0]);
  });
});

async function expectNothingTaken(send: () => Promise<Response>, status: number) {
  const before = [store.taken.length, (await looseObjects()).length];
  expect((await send()).status).toBe(status);
  expect([store.taken.length, (await looseObjects()).length]).toEqual(before);
}
