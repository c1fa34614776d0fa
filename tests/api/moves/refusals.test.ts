import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { joinStores } from "#api/platform/objects/objects.ts";
import { StoreUnreachable } from "#api/platform/objects/store.ts";
import { Moves } from "#contract/moves.ts";
import { type SignedIn, testApp } from "#tests/support/app.ts";
import { memoryStore } from "#tests/support/memory-store.ts";
import { deleteForGood } from "#tests/support/recordings.ts";
import { move, placeOf, read, recordingIn } from "./world.ts";

const drive = {
  ...memoryStore("drive", "google_drive"),
  room: async (): Promise<number | null> => null,
};
const cloud = { ...memoryStore("cloud", "s3"), room: async (): Promise<number | null> => null };
const objects = joinStores([cloud, drive]);
const app = await testApp({}, { objects });
const { pool } = app.database;
const bytes = randomBytes(1000);

let ada: SignedIn;
beforeEach(async () => {
  // Everybody has a drive here, without connecting one.
  await pool`
    create or replace function app.has_drive(account uuid) returns boolean
    language sql stable security definer set search_path = '' as $$ select true $$
  `;
  drive.room = async () => null;
  cloud.room = async () => null;
  ada = await app.person();
  await onPlan(ada, "Pro");
});

async function onPlan({ id }: { id: string }, name: string) {
  await pool`
    update public.subscriptions set plan_id = p.id, status = 'active'
      from public.plans p where user_id = ${id} and p.name = ${name}
  `;
}

const usage = async ({ id }: { id: string }) =>
  (await pool`select used_bytes, drive_bytes from public.storage_usage where user_id = ${id}`)[0];

const refusal = async (answer: Response) => {
  const { code, message } = await answer.json();
  return { status: answer.status, code, message };
};

const moveAll = (storage_type: "s3" | "google_drive") =>
  ada.call("POST", "/recordings/move-all", { storage_type });
async function progressIn(answer: Response) {
  const { places: _, ...progress } = Moves.parse(await answer.json());
  return progress;
}
const progress = async () => progressIn(await ada.call("GET", "/recordings/move-all"));

describe("what lies in a drive", () => {
  it("counts against no plan, and against it again when it comes back", async () => {
    const inDrive = await recordingIn(app, ada, "drive", bytes);
    await recordingIn(app, ada, "cloud", bytes);
    expect(await usage(ada)).toEqual({ used_bytes: 1000, drive_bytes: 1000 });
    await pool`update public.recordings set storage_type = 's3' where id = ${inDrive}`;
    expect(await usage(ada)).toEqual({ used_bytes: 2000, drive_bytes: 0 });
    await deleteForGood(ada, inDrive);
    expect(await usage(ada)).toEqual({ used_bytes: 1000, drive_bytes: 0 });
  });

  it("is told where a plan has no bound, and not where it has one", async () => {
    await recordingIn(app, ada, "drive", bytes);
    await recordingIn(app, ada, "cloud", bytes);
    const told = async () =>
      (await (await ada.call("GET", "/subscriptions/storage-usage")).json()).storage_used_bytes;
    expect(await told()).toBe(1000);
    await pool`update public.subscriptions set storage_type = 'google_drive' where user_id = ${ada.id}`;
    expect(await told()).toBe(2000);
  });
});

describe("a move is refused in words, and changes nothing,", () => {
  it("into a cloud without room in the plan", async () => {
    const id = await recordingIn(app, ada, "drive", bytes);
    await onPlan(ada, "Starter");
    await pool`
      update public.storage_usage set used_bytes = 25 * 1073741824::bigint - 999
       where user_id = ${ada.id}
    `;
    const full = {
      status: 402,
      code: "quota_exceeded",
      message: expect.stringContaining("Your storage is full"),
    };
    expect(await refusal(await move(ada, id))).toEqual(full);
    expect(await refusal(await moveAll("s3"))).toEqual(full);
    await pool`update public.storage_usage set used_bytes = used_bytes - 1 where user_id = ${ada.id}`;
    expect((await move(ada, id)).status).toBe(202);
  });

  it("where two that fit alone do not fit together", async () => {
    const [one, two] = [
      await recordingIn(app, ada, "drive", bytes),
      await recordingIn(app, ada, "drive", bytes),
    ];
    await pool`
      update public.storage_usage set used_bytes = 100 * 1073741824::bigint - 1500
       where user_id = ${ada.id}
    `;
    expect((await move(ada, one)).status).toBe(202);
    expect(await refusal(await move(ada, two))).toMatchObject({
      status: 402,
      code: "quota_exceeded",
    });
    await ada.call("DELETE", `/recordings/${one}/move`);
    expect((await move(ada, two)).status).toBe(202);
  });

  it("on a plan without a cloud", async () => {
    const id = await recordingIn(app, ada, "drive", bytes);
    await onPlan(ada, "Free");
    expect(await refusal(await move(ada, id))).toMatchObject({
      status: 402,
      code: "quota_exceeded",
      message: expect.stringContaining("no room in the cloud"),
    });
  });

  it("into a drive that is not connected, or has no room", async () => {
    const id = await recordingIn(app, ada, "cloud", bytes);
    drive.room = async () => 999;
    expect(await refusal(await move(ada, id, "google_drive"))).toMatchObject({
      status: 402,
      code: "no_room_there",
      message: expect.stringContaining("Your Google Drive has too little room"),
    });
    drive.room = async () => 1000;
    expect((await move(ada, id, "google_drive")).status, "what just fits").toBe(202);
    await ada.call("DELETE", `/recordings/${id}/move`);
    await pool`
      create or replace function app.has_drive(account uuid) returns boolean
      language sql stable security definer set search_path = '' as $$ select false $$
    `;
    expect(await refusal(await move(ada, id, "google_drive"))).toMatchObject({
      status: 409,
      code: "drive_not_connected",
      message: expect.stringContaining("Google Drive is not connected"),
    });
  });

  it("onto a server whose disk is full, or whose storage does not answer", async () => {
    const id = await recordingIn(app, ada, "drive", bytes);
    cloud.room = async () => 999;
    expect(await refusal(await move(ada, id))).toMatchObject({
      status: 402,
      code: "no_room_there",
      message: expect.stringContaining("This server has too little room"),
    });
    cloud.room = () => Promise.reject(new StoreUnreachable("away"));
    expect(await refusal(await move(ada, id))).toMatchObject({
      status: 503,
      code: "storage_unavailable",
    });
  });

  it("where there is no such storage", async () => {
    const request = app.anotherProcess({ objects: joinStores([cloud]) });
    const id = await recordingIn(app, ada, "cloud", bytes);
    const answer = await request(`/api/recordings/${id}/move`, {
      method: "POST",
      headers: { Authorization: `Bearer ${ada.token}`, "Content-Type": "application/json" },
      body: JSON.stringify({ storage_type: "google_drive" }),
    });
    expect(await refusal(answer)).toMatchObject({ status: 503, code: "storage_not_offered" });
    const nowhere = await ada.call("POST", `/recordings/${id}/move`, { storage_type: "local" });
    expect(nowhere.status).toBe(422);
  });

  it("of one that is not ready, or is on its way elsewhere", async () => {
    const id = await recordingIn(app, ada, "drive", bytes);
    await pool`update public.recordings set status = 'processing' where id = ${id}`;
    expect(await refusal(await move(ada, id))).toMatchObject({ status: 409, code: "not_ready" });
    await pool`update public.recordings set status = 'ready' where id = ${id}`;
    expect((await move(ada, id)).status).toBe(202);
    expect(await refusal(await move(ada, id, "google_drive"))).toMatchObject({
      status: 409,
      code: "moving_elsewhere",
    });
  });
});

describe("two moves of one recording", () => {
  it("are one", async () => {
    const id = await recordingIn(app, ada, "drive", bytes);
    const answers = await Promise.all([move(ada, id), move(ada, id), move(ada, id)]);
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
    const jobs = await pool`select 1 from private.jobs where data ->> 'recording_id' = ${id}`;
    expect(jobs).toHaveLength(1);
    expect(await progress()).toMatchObject({ total: 1, moved: 0 });
  });

  it("to where it lies, are none", async () => {
    const id = await recordingIn(app, ada, "cloud", bytes);
    const answer = await move(ada, id);
    expect([answer.status, (await answer.json()).moving]).toEqual([202, null]);
    expect(await pool`select 1 from private.jobs where data ->> 'recording_id' = ${id}`).toEqual(
      [],
    );
  });
});

describe("a move that is cancelled", () => {
  it("is that one alone; of what does not move, the answer is the recording as it is", async () => {
    const one = await recordingIn(app, ada, "drive", bytes);
    const two = await recordingIn(app, ada, "drive", bytes);
    const still = await recordingIn(app, ada, "cloud", bytes);
    expect((await moveAll("s3")).status).toBe(202);
    for (const id of [still, one, one]) {
      const answer = await ada.call("DELETE", `/recordings/${id}/move`);
      expect([answer.status, await answer.json()]).toMatchObject([200, { id, moving: null }]);
    }
    expect((await read(ada, two)).moving).toMatchObject({ to: "s3" });
    expect(await progress()).toMatchObject({ total: 1, moved: 0 });
  });
});

describe("moving all", () => {
  it("moves what lies elsewhere and is finished, and tells one progress of it", async () => {
    const ids = await Promise.all([1, 2, 3].map(() => recordingIn(app, ada, "drive", bytes)));
    const [one = "", two = "", three = ""] = ids;
    const there = await recordingIn(app, ada, "cloud", bytes);
    const unready = await recordingIn(app, ada, "drive", bytes);
    await pool`update public.recordings set status = 'processing' where id = ${unready}`;
    const ben = await app.person();
    const his = await recordingIn(app, ben, "drive", bytes);

    const answer = await moveAll("s3");
    expect(answer.status).toBe(202);
    const begun = { storage_type: "s3", total: 3, moved: 0, percent: 0, failed: 0 };
    expect(await progressIn(answer)).toEqual(begun);
    for (const id of [there, unready]) expect((await read(ada, id)).moving).toBeNull();
    expect((await read(ben, his)).moving).toBeNull();

    await finish(one);
    const report = (percent: number) => pool`
      select private.report_move(id, move_id, ${percent}) as wanted
        from public.recordings where id = ${two}
    `;
    await report(50);
    expect(await report(40), "begun again, which is no way back").toEqual([{ wanted: true }]);
    expect(await progress()).toEqual({ ...begun, moved: 1, percent: 50 });
    await pool`select private.fail_move(id, move_id, 'No room') from public.recordings where id = ${three}`;
    expect(await progress()).toEqual({ ...begun, total: 2, moved: 1, percent: 75, failed: 1 });
    await finish(two);
    const failed = { storage_type: "s3", total: 0, moved: 0, percent: 0, failed: 1 };
    expect(await progress()).toEqual(failed);

    expect(await progressIn(await moveAll("s3"))).toEqual({ ...begun, total: 1 });
    const none = { storage_type: null, total: 0, moved: 0, percent: 0, failed: 0 };
    expect(await progressIn(await ada.call("DELETE", "/recordings/move-all"))).toEqual(none);
    expect((await placeOf(app, three)).store).toBe("drive");
  });

  it("is offered to where something could go, and not to a drive that is not connected", async () => {
    await recordingIn(app, ada, "drive", bytes);
    await recordingIn(app, ada, "drive", bytes);
    await recordingIn(app, await app.person(), "drive", bytes);
    const offered = async () =>
      Moves.parse(await (await ada.call("GET", "/recordings/move-all")).json()).places;
    const toCloud = { storage_type: "s3", recordings: 2, bytes: 2000 };
    expect(await offered()).toEqual([
      toCloud,
      { storage_type: "google_drive", recordings: 0, bytes: 0 },
    ]);
    await pool`
      create or replace function app.has_drive(account uuid) returns boolean
      language sql stable security definer set search_path = '' as $$ select false $$
    `;
    expect(await offered()).toEqual([toCloud]);
  });

  const finish = (id: string) => pool`
    select private.finish_move(id, move_id, private.bytes_of(r), 'cloud', 'aa/' || id, 's3')
      from public.recordings r where id = ${id}
  `;
});
