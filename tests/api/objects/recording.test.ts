import { decodeJwt } from "jose";
import { beforeAll, describe, expect, it } from "vitest";
import { joinStores } from "#api/platform/objects/objects.ts";
import type { ObjectRef, ObjectStore } from "#api/platform/objects/store.ts";
import { MEDIA_TOKEN_SECONDS } from "#contract/durations.ts";
import { type SignedIn, type TestApp, testApp } from "#tests/support/app.ts";
import { jpeg } from "#tests/support/jpeg.ts";
import { deleteForGood } from "#tests/support/recordings.ts";
import { allowForProcessing, processed, saveVideo } from "#tests/support/saving.ts";
import { created, tusClient } from "#tests/support/tus.ts";
import { videoBytes } from "#tests/support/videos.ts";
import { refsOf } from "./refs.ts";
import { stores } from "./stores.ts";

allowForProcessing();
const webm = Buffer.from(await videoBytes("recorded.webm"));
const PART = 70_000;
const withoutFfmpeg = { FFMPEG_PATH: "/no/such/ffmpeg" };

describe.each(stores)("with its bytes in the $name store, a recording", ({ name, open }) => {
  let store: ObjectStore;
  let app: TestApp;
  let ada: SignedIn;
  beforeAll(async () => {
    store = await open();
    app = await testApp(withoutFfmpeg, { objects: joinStores([store]) });
    await app.startJobs();
    ada = await app.person();
  });

  it("plays while it is in parts, from any byte to any other", async () => {
    const id = await record(app, ada);
    expect((await refsOf(app, id)).map((ref) => ref.store)).toEqual(Array(5).fill(name));
    expect((await play(ada, id)).bytes.equals(webm)).toBe(true);
    for (const [start, end] of [
      [0, 10],
      [PART - 10, PART + 10],
      [PART - 1, 3 * PART + 1],
    ] as const) {
      const { status, bytes } = await play(ada, id, `bytes=${start}-${end}`);
      expect([status, bytes.equals(webm.subarray(start, end + 1))]).toEqual([206, true]);
    }
  });

  it("is prepared, plays, is downloaded, and leaves nothing when it is deleted", async () => {
    const id = await record(app, ada, { length: webm.length });
    const asSent = await refsOf(app, id);
    expect(await processed(ada, id)).toMatchObject({
      status: "ready",
      playable: true,
      storage_type: store.storageType,
    });
    const [file] = await app.database.pool<ObjectRef[]>`
      select store, storage_key as key from public.recordings where id = ${id}
    `;
    expect(file?.store).toBe(name);
    expect((await play(ada, id)).bytes.length).toBe(await store.size(file?.key ?? ""));
    expect((await play(ada, id, "bytes=0-3")).bytes.toString("hex")).toBe("1a45dfa3"); // EBML
    const download = await ada.call("GET", `/recordings/${id}/download`);
    expect([200, 302]).toContain(download.status);

    expect(await pictured(ada, id)).toEqual(Buffer.from(jpeg()));

    const all = [...asSent, ...(await refsOf(app, id))];
    expect(all.length).toBeGreaterThan(6); // parts, file and picture
    await deleteForGood(ada, id);
    const left = () => Promise.all(all.map(({ key }) => store.size(key)));
    await expect.poll(left, { timeout: 20_000 }).toEqual(all.map(() => null));
  });

  it("that came whole and cannot be made better keeps the object it came as", async () => {
    const avi = Buffer.from(await videoBytes("xvid.avi"));
    const { id } = await saveVideo(ada, "xvid.avi", { call: "/recordings/import" });
    const asSent = await refsOf(app, id);
    expect(await processed(ada, id)).toMatchObject({ status: "ready", playable: false });
    expect(await refsOf(app, id)).toEqual(asSent);
    expect((await play(ada, id)).bytes.equals(avi)).toBe(true);
  });
});

/** Sends a recording in parts. Without a length it goes on being recorded. */
async function record(app: TestApp, person: SignedIn, wishes: { length?: number } = {}) {
  const tus = tusClient(app, person.token);
  const { url, recording } = created(await tus.create(wishes));
  for (let offset = 0; offset < webm.length; offset += PART)
    await tus.patch(url, { offset, bytes: webm.subarray(offset, offset + PART) });
  return recording;
}

async function pictured(person: SignedIn, id: string): Promise<Buffer> {
  const path = `/recordings/${id}/thumbnail`;
  expect((await person.call("POST", path, jpeg())).status).toBe(200);
  return Buffer.from(await (await person.call("GET", path)).arrayBuffer());
}

/** Plays as a player does, which follows where it is sent. */
async function play(person: SignedIn, id: string, range?: string) {
  const headers = new Headers(range ? { Range: range } : {});
  const answer = await person.call("GET", `/recordings/${id}/stream`, undefined, headers);
  const elsewhere = answer.status === 302 && answer.headers.get("Location");
  if (elsewhere) expect(secondsLeft(elsewhere)).toBeGreaterThanOrEqual(MEDIA_TOKEN_SECONDS - 60);
  const sent = elsewhere ? await fetch(elsewhere, { headers }) : answer;
  return { status: sent.status, bytes: Buffer.from(await sent.arrayBuffer()) };
}

/** The life of a link: for as long as a player may go on asking its address. */
function secondsLeft(link: string): number {
  const { searchParams } = new URL(link);
  const expires = Number(searchParams.get("X-Amz-Expires"));
  if (expires > 0) return signedSince(searchParams) + expires;
  const { exp = 0 } = decodeJwt(searchParams.get("token") ?? "");
  return exp - Date.now() / 1000;
}

/** S3 writes the time without its signs: 20261125T100000Z. */
function signedSince(query: URLSearchParams): number {
  const [day = "", time = ""] = (query.get("X-Amz-Date") ?? "").split("T");
  const pairs = (digits: string) => digits.match(/\d\d/g) ?? [];
  const [century, year, ...date] = pairs(day);
  const iso = `${century}${year}-${date.join("-")}T${pairs(time).join(":")}Z`;
  return (Date.parse(iso) - Date.now()) / 1000;
}
