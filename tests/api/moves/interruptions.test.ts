import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { forgetFormerFiles, moveRecording } from "#api/features/moves/move-recording.ts";
import type { MoveJob } from "#api/job-kinds.ts";
import { removeLooseObjects } from "#api/platform/objects/loose.ts";
import { joinStores } from "#api/platform/objects/objects.ts";
import { type SignedIn, testApp } from "#tests/support/app.ts";
import { deleteForGood } from "#tests/support/recordings.ts";
import { temporaryDirectory } from "#tests/support/temporary-directory.ts";
import { troubledStore } from "./troubled-store.ts";
import { collect, left, move, placeOf, play, read, recordingIn } from "./world.ts";

/** The names that files were given after they had arrived. */
const names: string[] = [];
const rename = async (_: string, name: string) => void names.push(name);
const home = { ...troubledStore("cloud", "s3"), rename };
const earlier = troubledStore("earlier", "local");
const objects = joinStores([home, earlier]);
// Nobody does the work but these tests, so that they can stop anywhere in it.
const app = await testApp({}, { objects });
const { pool } = app.database;
const service = app.database.asService("a test carries");
const bytes = randomBytes(300_000);
const half = 150_000;

let ada: SignedIn;
let id: string;
let job: MoveJob;
beforeEach(async () => {
  ada = await app.person();
  id = await recordingIn(app, ada, "earlier", bytes);
  expect((await move(ada, id)).status).toBe(202);
  const [row] = await pool<MoveJob[]>`
    select id as recording_id, move_id as move from public.recordings where id = ${id}
  `;
  if (!row) throw new Error("nothing moves");
  job = row;
});

const carry = (signal = new AbortController().signal) =>
  moveRecording({ service, objects, workDirectory: temporaryDirectory() }, job, signal);

/** The reading of the old place stops half-way until it is let go on. */
function heldHalfWay(store = earlier) {
  const reached = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  store.troubles.get.push(
    async () =>
      new ReadableStream({
        async start(controller) {
          controller.enqueue(bytes.subarray(0, half));
          reached.resolve();
          await goOn.promise;
          controller.enqueue(bytes.subarray(half));
          controller.close();
        },
      }),
  );
  return { reached: reached.promise, goOn: goOn.resolve };
}

/** The recording plays, every object has its row, and nothing is under way. */
async function expectWhole(storageType: "s3" | "local") {
  await collect(app, objects);
  expect(await read(ada, id)).toMatchObject({ storage_type: storageType, moving: null });
  expect((await play(ada, id)).bytes.equals(bytes)).toBe(true);
  expect(await left(app)).toEqual([]);
  await expectNoStrays();
}

async function expectNoStrays() {
  const rows = await pool<{ key: string }[]>`select storage_key as key from public.recordings`;
  const kept = [...home.objects.keys(), ...earlier.objects.keys()];
  expect(kept.toSorted()).toEqual(rows.map(({ key }) => key).toSorted());
}

describe("a move that is", () => {
  it.each([
    ["it is read", earlier],
    ["the copy is read back", home],
  ])("cancelled while %s, leaves the recording where it is", async (_, store) => {
    const { reached, goOn } = heldHalfWay(store);
    const carrying = carry();
    await reached;
    const cancelled = await ada.call("DELETE", `/recordings/${id}/move`);
    expect(await cancelled.json()).toMatchObject({ moving: null, storage_type: "local" });
    goOn();
    await carrying;
    await expectNoStrays(); // at once, not only when it is collected
    await expectWhole("local");
  });

  it("cancelled, ends without waiting for the rest", async () => {
    const { reached, goOn } = heldHalfWay();
    const carrying = carry();
    await reached;
    await ada.call("DELETE", `/recordings/${id}/move`);
    await carrying;
    goOn();
    await expectWhole("local");
  });

  it("cancelled while the new place is slow to answer, leaves nothing there once it has answered", async () => {
    const reached = Promise.withResolvers<void>();
    const answering = Promise.withResolvers<void>();
    home.troubles.put.push(async (...given) => {
      const stored = await home.sound.put(...given);
      reached.resolve();
      await answering.promise;
      return stored;
    });
    const carrying = carry();
    await reached.promise;
    await ada.call("DELETE", `/recordings/${id}/move`);
    await carrying;
    answering.resolve();
    await expect.poll(() => left(app)).toEqual([]); // not only when it is collected
    await expectWhole("local");
  });

  it("done by somebody else meanwhile, copies nothing", async () => {
    const { key } = await placeOf(app, id);
    await objects.put({ store: "cloud", key }, bytes);
    await pool`
      update public.recordings set store = 'cloud', storage_type = 's3' where id = ${id}
    `;
    await objects.remove([{ store: "earlier", key }]);
    await carry();
    expect(await placeOf(app, id)).toEqual({ store: "cloud", key });
    await expectWhole("s3");
  });

  it("cancelled and asked for again, is carried once", async () => {
    const { reached, goOn } = heldHalfWay();
    const carrying = carry();
    await reached;
    await ada.call("DELETE", `/recordings/${id}/move`);
    await move(ada, id);
    goOn();
    await carrying; // by its old name: nobody waits for that one
    expect(await read(ada, id)).toMatchObject({ storage_type: "local", moving: { to: "s3" } });
    const [again] = await pool<MoveJob[]>`
      select id as recording_id, move_id as move from public.recordings where id = ${id}
    `;
    job = again ?? job;
    await carry();
    await expectWhole("s3");
  });

  it("of a recording that is deleted meanwhile, leaves nothing in either place", async () => {
    const { reached, goOn } = heldHalfWay();
    const carrying = carry();
    await reached;
    expect((await deleteForGood(ada, id)).status).toBe(200);
    goOn();
    await carrying;
    await collect(app, objects);
    expect(await left(app)).toEqual([]);
    await expectNoStrays();
  });

  it("of a recording that is renamed meanwhile, arrives under the new title", async () => {
    const { reached, goOn } = heldHalfWay();
    const carrying = carry();
    await reached;
    await ada.call("PUT", `/recordings/${id}`, { filename: "A better title" });
    goOn();
    await carrying;
    expect(await read(ada, id)).toMatchObject({ filename: "A better title" });
    expect(names).toEqual(["A better title.webm"]);
    await expectWhole("s3");
  });

  it("of a recording that gets another file meanwhile, brings that one", async () => {
    const { reached, goOn } = heldHalfWay();
    const carrying = carry();
    await reached;
    const better = await recordingIn(app, ada, "earlier", bytes.toReversed());
    const [old, file] = [await placeOf(app, id), await placeOf(app, better)];
    await pool`update public.recordings set storage_key = 'given/away' where id = ${better}`;
    await pool`update public.recordings set storage_key = ${file.key} where id = ${id}`;
    await pool`delete from public.recordings where id = ${better}`;
    await objects.remove([old]);
    goOn();
    await carrying;
    expect((await placeOf(app, id)).store).toBe("cloud");
    expect((await play(ada, id)).bytes.equals(bytes.toReversed())).toBe(true);
    await collect(app, objects);
    await expectNoStrays();
  });

  it.each([
    ["it is read", earlier],
    ["the copy is read back", home],
  ])("taken up by another process while %s, ends once", async (_, store) => {
    const { reached, goOn } = heldHalfWay(store);
    const silent = carry();
    await reached;
    await carry(); // who took over, because nothing was heard of the first
    expect(await read(ada, id)).toMatchObject({ storage_type: "s3", moving: null });
    goOn();
    await silent;
    await expectWhole("s3");
  });

  it("interrupted by a stop of the server, is carried by the next one", async () => {
    const { reached, goOn } = heldHalfWay();
    const stopping = new AbortController();
    const carrying = carry(stopping.signal);
    await reached;
    stopping.abort(new Error("The server stops"));
    await expect(carrying).rejects.toThrow("The server stops");
    expect(await read(ada, id)).toMatchObject({ moving: { to: "s3", failed: null } });
    goOn();
    await carry();
    await expectWhole("s3");
  });

  it("repeated when it has ended, changes nothing", async () => {
    await carry();
    const place = await placeOf(app, id);
    await carry();
    expect(await placeOf(app, id)).toEqual(place);
    await expectWhole("s3");
  });

  it("stuck, because no byte passes, ends and can be tried again", async () => {
    const { reached, goOn } = heldHalfWay();
    const impatient = { service, objects, workDirectory: temporaryDirectory(), patience: 1 };
    const carrying = moveRecording(impatient, job, new AbortController().signal);
    await reached;
    await expect(carrying).rejects.toThrow("no byte has passed");
    goOn();
    await carry();
    await expectWhole("s3");
  });
});

describe("whoever watches while it moves", () => {
  it("sees the old place until the swap, goes on after it, and is told nothing has changed", async () => {
    const { reached, goOn } = heldHalfWay();
    const carrying = carry();
    await reached;
    const watching = await ada.call("GET", `/recordings/${id}/stream`);
    const etag = watching.headers.get("ETag") ?? "";
    goOn();
    await carrying;
    expect((await placeOf(app, id)).store).toBe("cloud");
    expect(Buffer.from(await watching.arrayBuffer()).equals(bytes)).toBe(true);

    const resumed = await ada.call("GET", `/recordings/${id}/stream`, undefined, {
      Range: `bytes=${half}-`,
      "If-Range": etag,
    });
    expect([resumed.status, resumed.headers.get("ETag")]).toEqual([206, etag]);
    expect(Buffer.from(await resumed.arrayBuffer()).equals(bytes.subarray(half))).toBe(true);
  });

  it("finds the old place for hours after the swap", async () => {
    const before = await placeOf(app, id);
    await carry();
    await removeLooseObjects(service, objects);
    await forgetFormerFiles(service);
    expect(await earlier.size(before.key)).toBe(bytes.length);
    await forgetFormerFiles(service, 0);
    await removeLooseObjects(service, objects);
    expect(await earlier.size(before.key)).toBeNull();
  });

  it("who deletes it after the swap deletes what lies at the old place, too", async () => {
    const before = await placeOf(app, id);
    await carry();
    expect(await earlier.size(before.key)).toBe(bytes.length);
    await deleteForGood(ada, id);
    const [due] = await pool`
      select 1 from private.loose_objects where storage_key = ${before.key} and due_at <= now()
    `;
    expect(due).toBeDefined();
  });

  it("shows how far it is on every screen that hears of it", async () => {
    const { reached, goOn } = heldHalfWay();
    const carrying = carry();
    await reached;
    await expect.poll(async () => (await read(ada, id)).moving?.percent).toBeGreaterThan(0);
    const [heard] = await pool`
      select 1 from realtime.messages where event = 'library' and payload ->> 'recording_id' = ${id}
    `;
    expect(heard).toBeDefined();
    goOn();
    await carrying;
  });
});
