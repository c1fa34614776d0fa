import { randomBytes } from "node:crypto";
import { afterEach, expect, test, vi } from "vitest";
import { deliverRecording } from "#api/features/drive/deliver-recording.ts";
import { sendDue, throwAway } from "#api/features/drive/upkeep.ts";
import { delivery } from "#api/job-kinds.ts";
import { removeLooseObjects } from "#api/platform/objects/loose.ts";
import { BYTES_PER_GB } from "#contract/subscriptions.ts";
import { recordingIn } from "#tests/api/moves/world.ts";
import { connect, connectionOf, driveApp } from "#tests/support/drive.ts";
import { deleteForGood, recordingOf } from "#tests/support/recordings.ts";
import { allowForProcessing } from "#tests/support/saving.ts";

allowForProcessing();
const app = await driveApp();
await app.stopJobs(); // they would carry it as well
const { pool } = app.database;
const service = app.database.asService("a test carries what waits");

afterEach(() => void vi.useRealTimers());

async function waitingFor(owner: { id: string }) {
  const id = await recordingIn(app, owner, "disk", randomBytes(1000));
  await pool`
    insert into private.deliveries (recording_id, owner_id) values (${id}, ${owner.id})
    on conflict do nothing
  `;
  return id;
}

test("what a drive refuses waits longer each time, an hour at most, and says why until it is there", async () => {
  const ada = await app.connected();
  const id = await waitingFor(ada);
  const tries = async (before: number) => {
    await pool`update private.deliveries set tries = ${before} where recording_id = ${id}`;
    await deliverRecording({ service, objects: app.objects }, id);
    const [row] = await pool`
      select tries, problem, claimed_until,
             round(extract(epoch from due_at - now())::numeric / 10) * 10 as seconds
        from private.deliveries where recording_id = ${id}
    `;
    return { ...row, seconds: Number(row?.seconds) };
  };
  app.google.fail("open", { status: 403, reason: "storageQuotaExceeded" }, 5);
  const left = { problem: "drive_full", claimed_until: null };
  expect(await tries(0)).toEqual({ ...left, tries: 1, seconds: 30 });
  expect(await tries(1)).toEqual({ ...left, tries: 2, seconds: 60 });
  expect(await tries(6)).toEqual({ ...left, tries: 7, seconds: 1920 });
  expect(await tries(7)).toEqual({ ...left, tries: 8, seconds: 3600 });
  expect(await tries(1000)).toEqual({ ...left, tries: 1001, seconds: 3600 });
  expect((await connectionOf(ada)).waiting).toEqual({
    count: 1,
    bytes: 1000,
    problem: "drive_full",
  });
  await pool`update public.recordings set status = 'processing' where id = ${id}`;
  expect((await connectionOf(ada)).waiting.count, "it is worked on first").toBe(0);
  await pool`update public.recordings set status = 'ready' where id = ${id}`;
  app.google.heal();
  await deliverRecording({ service, objects: app.objects }, id);
  const { waiting, recordings } = await connectionOf(ada);
  expect(waiting).toEqual({ count: 0, bytes: 0, problem: null });
  expect(recordings).toEqual({ count: 1, bytes: 1000 });
});

test("what waits is asked for once, and keeps nobody with less waiting", async () => {
  const [ada, ben] = [await app.connected(), await app.connected()];
  const ids: string[] = [];
  for (let n = 0; n < 100; n++) ids.push(await recordingOf(app.database, ada));
  ids.push(await recordingOf(app.database, ben));
  await pool`delete from private.jobs where kind = ${delivery.name}`;
  await pool`
    insert into private.deliveries (recording_id, owner_id, due_at)
    select r.id, r.owner_id, now() - case when r.owner_id = ${ada.id} then interval '1 hour' else '0' end
      from public.recordings r where r.id = any (${ids})
    on conflict (recording_id) do update set due_at = excluded.due_at`;
  for (let looked = 0; looked < 3; looked++) await sendDue(service, app.jobs);
  const sent = await pool<{ id: string }[]>`
    select data ->> 'recording_id' as id from private.jobs where kind = ${delivery.name}`;
  expect(sent.map(({ id }) => id).sort()).toEqual(ids.sort());
});

test("what came to nothing is let go: nobody goes on saying that it is carried", async () => {
  const id = await waitingFor(await app.connected());
  const less = { ...app.objects, get: async () => new Blob(["less than all of it"]) };
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  await expect(deliverRecording({ service, objects: less }, id)).rejects.toThrow("19 bytes");
  expect(vi.getTimerCount()).toBe(0);
});

test("what is renamed on its way there has its new name in the drive", async () => {
  const email = `${crypto.randomUUID()}@gmail.test`;
  const id = await waitingFor(await app.connected(email));
  const put: typeof app.objects.put = async (...sent) => {
    await pool`update public.recordings set filename = 'A better title' where id = ${id}`;
    return app.objects.put(...sent);
  };
  await deliverRecording({ service, objects: { ...app.objects, put } }, id);
  expect(app.google.videos(email).map(({ name }) => name)).toEqual(["A better title.webm"]);
});

test("what is deleted while another account is connected waits until its own is back for the trash there", async () => {
  const email = "own@gmail.test";
  const ada = await app.connected(email);
  const id = await waitingFor(ada);
  await deliverRecording({ service, objects: app.objects }, id);
  const [file] = app.google.videos(email);
  const connectAs = async (account: string) => {
    await ada.call("POST", "/google-drive/disconnect");
    app.google.signIn({ email: account, permissionId: account });
    await connect(app.google, ada);
  };
  await connectAs("other@gmail.test");
  await deleteForGood(ada, id);
  await removeLooseObjects(service, app.objects);
  await connectAs(email);
  if (!app.drive) throw new Error("this app has a drive");
  await throwAway(app.drive);
  expect(file?.trashed).toBe(true);
  expect(await pool`select from private.drive_files where file_id = ${file?.id ?? ""}`).toEqual([]);
});

test("what waits for a full drive stays in the cloud of a plan that is chosen meanwhile, as far as it has room", async () => {
  const [ada, ben] = [await app.connected(), await app.connected()];
  const [hers, his] = [await waitingFor(ada), await waitingFor(ben)];
  await pool`update private.deliveries set problem = 'drive_full', tries = 3`;
  await pool`
    update public.recordings set size = ${60 * BYTES_PER_GB} where id = ${his}`;
  const [starter] = await pool`select id from public.plans where name = 'Starter'`;
  for (const one of [ada, ben]) {
    const chosen = { plan_id: starter?.id, storage_type: "s3" };
    expect((await one.call("POST", "/subscriptions/subscribe", chosen)).status).toBe(200);
  }
  await pool`delete from private.jobs where kind = ${delivery.name}`;
  await sendDue(service, app.jobs);
  expect((await connectionOf(ada)).waiting).toEqual({ count: 0, bytes: 0, problem: null });
  expect((await connectionOf(ben)).waiting).toMatchObject({ count: 1, problem: "drive_full" });
  await deliverRecording({ service, objects: app.objects }, hers);
  expect((await connectionOf(ada)).recordings.count).toBe(0);
});

test("what lies in the trash is not carried, and comes into the drive once it is restored", async () => {
  const email = `${crypto.randomUUID()}@gmail.test`;
  const ada = await app.connected(email);
  const [id, onItsWay] = [await waitingFor(ada), await waitingFor(ada)];
  const toTrash = (ids: string[]) => ada.call("POST", "/recordings/batch", { act: "trash", ids });
  await toTrash([id]);
  await pool`update private.deliveries set due_at = '-infinity' where owner_id = ${ada.id}`;
  await pool`delete from private.jobs where kind = ${delivery.name}`;
  await sendDue(service, app.jobs);
  const sent = await pool<{ id: string }[]>`
    select data ->> 'recording_id' as id from private.jobs
     where kind = ${delivery.name} and account = ${ada.id}`;
  expect(sent.map((job) => job.id)).toEqual([onItsWay]);
  await deliverRecording({ service, objects: app.objects }, id);
  const put: typeof app.objects.put = async (...given) => {
    await toTrash([onItsWay]);
    return app.objects.put(...given);
  };
  await deliverRecording({ service, objects: { ...app.objects, put } }, onItsWay);
  expect(app.google.videos(email).filter(({ trashed }) => !trashed)).toEqual([]);
  for (const one of [id, onItsWay]) {
    await ada.call("POST", `/trash/${one}/restore`);
    await pool`update private.deliveries set claimed_until = null where recording_id = ${one}`;
    await deliverRecording({ service, objects: app.objects }, one);
  }
  expect((await connectionOf(ada)).recordings.count).toBe(2);
});

test("what has lost its bytes is told once and waits no longer, and what got another file meanwhile waits on", async () => {
  const ada = await app.connected();
  const id = await waitingFor(ada);
  const waits = () => pool`select from private.deliveries where recording_id = ${id}`;
  const get = async () => {
    await pool`update public.recordings set storage_key = storage_key || 'x' where id = ${id}`;
    return null;
  };
  await expect(deliverRecording({ service, objects: { ...app.objects, get } }, id)).rejects.toThrow(
    "are gone",
  );
  expect(await waits()).toHaveLength(1);
  await expect(deliverRecording({ service, objects: app.objects }, id)).rejects.toThrow("are gone");
  expect(await waits()).toEqual([]);
});
