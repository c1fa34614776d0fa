import { randomBytes } from "node:crypto";
import pino from "pino";
import { beforeEach, describe, expect, it } from "vitest";
import { moveHomeward } from "#api/features/moves/move-homeward.ts";
import { joinStores } from "#api/platform/objects/objects.ts";
import { Moves } from "#contract/moves.ts";
import { type SignedIn, testApp } from "#tests/support/app.ts";
import { memoryStore } from "#tests/support/memory-store.ts";
import { read, recordingIn } from "./world.ts";

const drive = {
  ...memoryStore("drive", "google_drive"),
  room: async (): Promise<number | null> => null,
};
const objects = joinStores([memoryStore("cloud", "s3"), drive]);
const app = await testApp({}, { objects });
const { pool } = app.database;
const service = app.database.asService("a test looks after moves");
const jobs = { send: async () => {} };
const bytes = randomBytes(1000);

let ada: SignedIn;
beforeEach(async () => {
  // Everybody has a drive here, without connecting one.
  await pool`
    create or replace function app.has_drive(account uuid) returns boolean
    language sql stable security definer set search_path = '' as $$ select true $$
  `;
  drive.room = async () => null;
  ada = await app.person();
  await onPlan(ada, "Pro");
});

async function onPlan({ id }: { id: string }, name: string) {
  await pool`
    update public.subscriptions set plan_id = p.id, status = 'active'
      from public.plans p where user_id = ${id} and p.name = ${name}
  `;
}

describe("the progress", () => {
  it("goes on counting what runs when one that failed is put away beside it", async () => {
    const [fails, runs] = [
      await recordingIn(app, ada, "cloud", bytes),
      await recordingIn(app, ada, "cloud", bytes),
    ];
    expect(
      (await ada.call("POST", "/recordings/move-all", { storage_type: "google_drive" })).status,
    ).toBe(202);
    await pool`
      select private.fail_move(id, move_id, 'It is full.') from public.recordings where id = ${fails}`;
    await pool`
      select private.report_move(id, move_id, 50) from public.recordings where id = ${runs}`;
    const beside = { storage_type: "google_drive", total: 1, moved: 0, percent: 50 };
    expect(await progress()).toEqual({ ...beside, failed: 1 });
    expect((await ada.call("DELETE", `/recordings/${fails}/move`)).status).toBe(200);
    expect(await progress()).toEqual({ ...beside, failed: 0 });
    expect((await read(ada, runs)).moving).toMatchObject({ percent: 50, failed: null });
  });

  async function progress() {
    const answer = await ada.call("GET", "/recordings/move-all");
    const { places: _, ...progress } = Moves.parse(await answer.json());
    return progress;
  }
});

describe("a move home", () => {
  it("begins by itself, once, for who leaves a plan and has a drive", async () => {
    const there = await recordingIn(app, ada, "drive", bytes);
    const id = await recordingIn(app, ada, "cloud", bytes);
    const ben = await app.person();
    const his = await recordingIn(app, ben, "cloud", bytes);
    const lookAfter = () =>
      moveHomeward({ service, objects, jobs, log: pino({ level: "silent" }) });
    await pool`update public.subscriptions set storage_type = 's3'`;
    await lookAfter();
    expect((await read(ada, id)).moving).toBeNull();

    await onPlan(ada, "Pro");
    drive.room = async () => 999;
    expect((await ada.call("POST", "/subscriptions/cancel")).status).toBe(200);
    await lookAfter();
    expect((await read(ada, id)).moving, "there is no room yet").toBeNull();
    drive.room = async () => null;
    await lookAfter();
    expect((await read(ada, id)).moving).toMatchObject({ to: "google_drive", failed: null });
    expect((await read(ada, there)).moving).toBeNull();
    expect((await read(ben, his)).moving).toBeNull();

    await ada.call("DELETE", `/recordings/${id}/move`);
    await lookAfter();
    expect((await read(ada, id)).moving, "it was cancelled").toBeNull();
  });

  it("waits for nobody else's drive that is out of reach, and comes with the next look", async () => {
    await pool`update public.subscriptions set storage_type = 's3', homeward = false`;
    const people = [ada, await app.person(), await app.person()];
    const ids = await Promise.all(people.map((one) => recordingIn(app, one, "cloud", bytes)));
    for (const one of people)
      await pool`update public.subscriptions set homeward = true where user_id = ${one.id}`;
    const onTheWay = async () =>
      (await Promise.all(people.map((one, at) => read(one, ids[at] ?? "")))).filter(
        ({ moving }) => moving !== null,
      ).length;
    const lookAfter = () =>
      moveHomeward({ service, objects, jobs, log: pino({ level: "silent" }) });
    let asked = 0;
    drive.room = async () => {
      if (asked++ === 0) throw new Error("this drive is out of reach");
      return null;
    };
    await lookAfter();
    expect([asked, await onTheWay()]).toEqual([3, 2]);
    await lookAfter();
    expect([asked, await onTheWay()]).toEqual([4, 3]);
  });

  it.each([
    ["its owner chooses a free one", "/subscriptions/subscribe"],
    ["its owner cancels", "/subscriptions/cancel"],
    ["an admin gives a free one", "/admin/users"],
    ["it ended at Stripe, and its owner looks again", "/subscriptions/refresh"],
  ])("begins with the answer in which a plan is left: %s", async (_, path) => {
    const id = await recordingIn(app, ada, "cloud", bytes);
    await pool`update public.subscriptions set storage_type = 's3'`;
    await onPlan(ada, "Pro");
    const [free] = await pool`select id from public.plans where price_usd = 0`;
    const body = { plan_id: free?.id };
    if (path.endsWith("refresh"))
      await pool`
        update public.subscriptions set storage_type = 'google_drive' where user_id = ${ada.id}`;
    const answer = path.startsWith("/admin")
      ? await (await app.person({ role: "admin" })).call("PUT", `${path}/${ada.id}/plan`, body)
      : await ada.call("POST", path, body);
    expect(answer.status, await answer.clone().text()).toBe(200);
    expect((await read(ada, id)).moving).toMatchObject({ to: "google_drive", failed: null });
    const sent = await pool`
      select 1 from private.jobs where kind = 'move-recording' and data ->> 'recording_id' = ${id}`;
    expect(sent).toHaveLength(1);
  });
});
