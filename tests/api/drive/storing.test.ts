import pino from "pino";
import { describe, expect, it } from "vitest";
import { deliverRecording } from "#api/features/drive/deliver-recording.ts";
import { sendDue } from "#api/features/drive/upkeep.ts";
import { openDrive } from "#api/platform/drive/open.ts";
import type { Objects } from "#api/platform/objects/objects.ts";
import type { SignedIn } from "#tests/support/app.ts";
import { connect, connectionOf, delivered, driveApp, inDrive } from "#tests/support/drive.ts";
import { deleteForGood, insertRecording } from "#tests/support/recordings.ts";
import { allowForProcessing, processed, readRecording, saveVideo } from "#tests/support/saving.ts";
import { temporaryDirectory } from "#tests/support/temporary-directory.ts";

allowForProcessing();
const app = await driveApp();
const { google } = app;
const service = app.database.asService("a test delivers");

const waits = async (person: SignedIn, problem: string) =>
  expect
    .poll(async () => (await connectionOf(person)).waiting, { timeout: 20_000 })
    .toMatchObject({ count: 1, problem });

/** Makes a delivery that is due later due now. */
const tryAgain = async () => {
  await app.database.pool`update private.deliveries set due_at = now(), claimed_until = null`;
  await sendDue(service, app.jobs);
};

describe("a recording of somebody with a drive", () => {
  it("ends in the folder Kinora of their drive, under its title, and plays from there", async () => {
    const ada = await app.connected("folder@gmail.test");
    const recording = await inDrive(ada);
    const [file] = google.videos("folder@gmail.test");
    const folder = google.files.files.get(file?.parents[0] ?? "");
    expect(folder).toMatchObject({ name: "Kinora", appProperties: { kinora: "root" } });
    expect(file).toMatchObject({ name: "Demo.webm" });
    expect(file?.content?.size).toBe(recording.size);
    const range = { Range: "bytes=100-199" };
    const part = await ada.call("GET", `/recordings/${recording.id}/stream`, undefined, range);
    expect(part.status).toBe(206);
    const kept = await Bun.file(file?.content?.path ?? "").bytes();
    expect(Buffer.from(await part.arrayBuffer())).toEqual(Buffer.from(kept.subarray(100, 200)));
    expect((await connectionOf(ada)).recordings).toEqual({ count: 1, bytes: recording.size });
    const usage = await (await ada.call("GET", "/subscriptions/storage-usage")).json();
    expect(usage.percentage).toBe(0);
  });

  it("goes to the same folder again, also when it was renamed; to a new one when it was thrown away or is gone", async () => {
    const ada = await app.connected("twice@gmail.test");
    await inDrive(ada, "One.webm");
    const [folder] = google.folders("twice@gmail.test");
    if (!folder) throw new Error("no folder was made");
    folder.name = "Films";
    await app.database.pool`
      update private.drive_connections set folder_id = null where user_id = ${ada.id}
    `;
    await inDrive(ada, "Two.webm");
    expect(google.folders("twice@gmail.test")).toHaveLength(1);
    folder.trashed = true;
    await inDrive(ada, "Three.webm");
    const [, second] = google.folders("twice@gmail.test");
    if (!second) throw new Error("no second folder was made");
    google.files.files.delete(second.id);
    const last = await inDrive(ada, "Four.webm");
    expect(google.folders("twice@gmail.test").map(({ trashed }) => trashed)).toEqual([true, false]);
    const answer = await ada.call("GET", `/recordings/${last.id}/stream`);
    expect(answer.status).toBe(200);
    await answer.body?.cancel();
  });

  it("gives back the room here once it has gone there", async () => {
    const ada = await app.connected();
    const { id } = await inDrive(ada);
    const [recording] = await app.database
      .pool`select store from public.recordings where id = ${id}`;
    expect(recording?.store).toBe("google-drive");
    const [{ bytes } = { bytes: -1 }] = await app.database.pool<{ bytes: number }[]>`
      select private.in_transit(${ada.id}) as bytes
    `;
    expect(bytes).toBe(0);
  });

  it("goes to the cloud where its owner prefers that", async () => {
    const ada = await app.connected();
    await app.database.pool`
      update public.subscriptions set plan_id = (select id from public.plans where name = 'Pro')
       where user_id = ${ada.id}
    `;
    await ada.call("PUT", "/user/preferences", { preferred_storage: "s3" });
    const { id } = await saveVideo(ada);
    expect((await processed(ada, id)).storage_type).toBe("local");
    expect((await connectionOf(ada)).waiting.count).toBe(0);
  });

  it("is refused with words when too much is on its way already", async () => {
    const ada = await app.connected();
    const arriving = { size: 8 * 2 ** 30 - 1000, status: "processing" };
    await insertRecording(app.database.pool, ada.id, arriving);
    const create = (length: number) =>
      ada.call("POST", "/uploads", undefined, {
        "Tus-Resumable": "1.0.0",
        "Upload-Length": String(length),
        "Upload-Metadata": `filename ${btoa("a.webm")},filetype ${btoa("video/webm")},kind ${btoa("recording")}`,
      });
    const answer = await create(1001);
    expect(answer.status).toBe(402);
    expect((await create(1000)).status, "what just fits").toBe(201);
    expect((await answer.json()).error).toContain("at most 8 GB for you on the way to your Drive");
  });
});

describe("on the way to the drive", () => {
  it.each([
    ["a lost session", "chunk", { status: 404 }, 2],
    ["a chunk that breaks off", "chunk", "cut", 2],
    ["a server error in the middle", "chunk", { status: 500 }, 2],
    ["a request for a pause", "open", { status: 403, reason: "userRateLimitExceeded" }, 2],
    ["a request for a pause by its number", "ids", { status: 429 }, 2],
  ] as const)("%s costs nothing but time", async (_, step, failure, times) => {
    const ada = await app.connected();
    google.fail(step, failure, times);
    const recording = await inDrive(ada);
    google.heal();
    const answer = await ada.call("GET", `/recordings/${recording.id}/stream`);
    expect((await answer.arrayBuffer()).byteLength).toBe(recording.size);
  });

  it("a token that ran out is renewed", async () => {
    const ada = await app.connected();
    google.accounts.expire();
    await inDrive(ada);
  });

  it.each([
    ["list", { status: 500 }, "drive_unavailable"],
    ["create", { status: 503 }, "drive_unavailable"],
    ["ids", { status: 429 }, "drive_busy"],
    ["open", { status: 403, reason: "storageQuotaExceeded" }, "drive_full"],
    ["chunk", { status: 500 }, "drive_unavailable"],
    ["chunk", { status: 404 }, "drive_unavailable"],
    ["token", { status: 400, reason: "invalid_grant" }, "drive_not_connected"],
  ] as const)(
    "where %s fails with %j it waits here, plays, says why, and goes on",
    async (step, failure, problem) => {
      const email = `${crypto.randomUUID()}@gmail.test`;
      const ada = await app.connected(email);
      if (step === "token") google.accounts.expire();
      google.fail(step, failure);
      const { id } = await saveVideo(ada);
      const ready = await processed(ada, id);
      await waits(ada, problem);
      expect(ready.storage_type).toBe("local");
      const answer = await ada.call("GET", `/recordings/${id}/stream`);
      expect((await answer.arrayBuffer()).byteLength).toBe(ready.size);
      google.heal();
      if (step === "token") {
        google.signIn({ email, permissionId: email });
        await connect(google, ada); // sends what waits, and may be on its way already
      } else await tryAgain();
      await delivered(ada, id);
      const inTrash = google.videos(email).filter(({ trashed, content }) => !trashed && content);
      expect(inTrash, "one file, however often it was tried").toHaveLength(1);
    },
  );

  it("what arrives other than it was sent is thrown away, and sent again", async () => {
    const email = "altered@gmail.test";
    const ada = await app.connected(email);
    google.files.altersNext = true;
    const { id } = await saveVideo(ada);
    await processed(ada, id);
    await waits(ada, "drive_unavailable");
    expect(google.videos(email).map(({ trashed }) => trashed)).toEqual([true]);
    await tryAgain();
    await delivered(ada, id);
  });

  it("it is carried by one at a time, and not at all when it was deleted", async () => {
    const email = "alone@gmail.test";
    const ada = await app.connected(email);
    google.fail("open", { status: 503 });
    const { id } = await saveVideo(ada);
    await processed(ada, id);
    await waits(ada, "drive_unavailable");
    google.heal();
    const world = { service, objects: app.objects };
    await Promise.all([deliverRecording(world, id), deliverRecording(world, id)]);
    expect((await readRecording(ada, id)).storage_type).toBe("google_drive");
    expect(google.videos(email).filter(({ trashed }) => !trashed)).toHaveLength(1);
    await deleteForGood(ada, id);
    await deliverRecording(world, id);
    await expect
      .poll(() => google.videos(email).filter(({ trashed }) => !trashed), { timeout: 20_000 })
      .toHaveLength(0);
  });

  /** A recording that is saved, and not carried to the drive yet. */
  async function waiting(email: string) {
    const ada = await app.connected(email);
    google.fail("open", { status: 503 });
    const { id } = await saveVideo(ada);
    await processed(ada, id);
    await waits(ada, "drive_unavailable");
    google.heal();
    return { ada, id };
  }

  it("what would be tried much later goes at once when its owner connects the drive again", async () => {
    const email = "back@gmail.test";
    const { ada, id } = await waiting(email);
    await app.database.pool`
      update private.deliveries set due_at = now() + interval '1 hour' where owner_id = ${ada.id}
    `;
    google.signIn({ email, permissionId: email });
    await connect(google, ada);
    await delivered(ada, id);
  });

  it("what was deleted on the way goes to the trash at once", async () => {
    const email = "deleting@gmail.test";
    const { ada, id } = await waiting(email);
    const put: Objects["put"] = async (...sent) => {
      const stored = await app.objects.put(...sent);
      await deleteForGood(ada, id);
      return stored;
    };
    await deliverRecording({ service, objects: { ...app.objects, put } }, id);
    expect(google.videos(email).map(({ trashed }) => trashed)).toEqual([true]);
  });

  it("what was read with less than all of it stays here, and is carried whole later", async () => {
    const { ada, id } = await waiting("half@gmail.test");
    const get: Objects["get"] = async () => new Blob(["less than all of it"]);
    const half = deliverRecording({ service, objects: { ...app.objects, get } }, id);
    await expect(half).rejects.toThrow(/^19 bytes went to the drive, not \d+$/);
    expect((await readRecording(ada, id)).storage_type).toBe("local");
    await deliverRecording({ service, objects: app.objects }, id);
    expect((await readRecording(ada, id)).storage_type).toBe("google_drive");
  });
});

describe("a Google that says nothing", () => {
  const { drive } = app;
  const hasty = openDrive({
    ...{ service, keys: app.keys, log: pino({ level: "silent" }), pauses: [1], patience: 60 },
    env: { ...app.env, DATA_DIR: temporaryDirectory() },
  });
  if (!drive || !hasty) throw new Error("this app has a drive");
  const { store } = hasty;
  const bytes = new Uint8Array(1000);

  it.each(["ids", "open", "chunk", "get", "download", "update", "about", "token"] as const)(
    "is not waited for for ever: %s",
    async (step) => {
      const { id: owner } = await app.connected();
      const [key, next] = ["si/lent", "si/lence"].map((start) => `${start}${crypto.randomUUID()}`);
      if (!key || !next) throw new Error("two keys were made");
      await drive.store.put(key, bytes, { owner });
      if (step === "token") google.accounts.expire();
      google.fail(step, "silence");
      const put = () => store.put(next, bytes, { owner });
      const get = () => store.get(key);
      const room = () => store.room(owner);
      const rename = async () => store.rename?.(key, "Another name");
      const acts: Record<typeof step, () => Promise<unknown>> = {
        ...{ ids: put, open: put, chunk: put, get, download: get, update: rename },
        ...{ about: room, token: room },
      };
      await expect(acts[step]()).rejects.toMatchObject({ said: { code: "drive_unavailable" } });
      google.heal();
      await drive.store.put(next, bytes, { owner });
      const body = await drive.store.get(key);
      if (!(body instanceof ReadableStream)) throw new Error("nothing to read");
      expect((await new Response(body).arrayBuffer()).byteLength).toBe(1000);
    },
  );
});
