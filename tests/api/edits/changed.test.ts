import pino from "pino";
import { expect, test } from "vitest";
import { renderCut } from "#api/features/edits/render-cut.ts";
import { hearChanges, heedChanges } from "#api/http/changed.ts";
import { testApp } from "#tests/support/app.ts";
import { linkTo } from "#tests/support/links.ts";
import { waitingForLocks } from "#tests/support/locks.ts";
import { recordingOf } from "#tests/support/recordings.ts";

const app = await testApp();
const { pool } = app.database;

test("a film that another process shows or hides is heard of here, and its progress is not", async () => {
  const id = await recordingOf(app.database, await app.person());
  const heard: string[] = [];
  const stopHeeding = heedChanges((changed) => heard.push(changed));
  const hearing = await hearChanges(pool);
  await pool`insert into private.edits (recording_id, kept) values (${id}, '[]')`;
  await pool`update private.edits set progress = 40`;
  await pool`update private.edits set hides = true`;
  await pool`update private.edits set progress = 80`;
  await pool`update private.edits set shown_at = now()`;
  await expect.poll(() => heard).toEqual([id, id]);
  stopHeeding();
  await hearing.unlisten();
});

test("a link that is changed or revoked is heard of, and that it was opened is not", async () => {
  const owner = await app.person();
  const id = await recordingOf(app.database, owner);
  const heard: string[] = [];
  const stopHeeding = heedChanges((changed) => heard.push(changed));
  const hearing = await hearChanges(pool);
  const { share_token } = await linkTo(owner, id);
  await expect.poll(() => heard).toEqual([id]);
  expect((await app.visitor.call("GET", `/shared/${share_token}`)).status).toBe(200);
  await pool`update public.shares set expires_at = now() + interval '1 day' where recording_id = ${id}`;
  await pool`delete from public.shares where recording_id = ${id}`;
  await expect.poll(() => heard).toEqual([id, id, id]);
  stopHeeding();
  await hearing.unlisten();
});

test("a cut that cannot be made says so of its own edit, and of none that is saved meanwhile", async () => {
  const id = await recordingOf(app.database, await app.person()); // without a file
  const [service, signal] = [app.database.asService("a test cuts"), AbortSignal.timeout(20_000)];
  const workDirectory = app.env.DATA_DIR;
  const room = { service, objects: app.objects, workDirectory, log: pino({ level: "silent" }) };
  const jobs = { send: async () => {} };
  await pool`
    insert into private.edits (recording_id, version, kept, status)
    values (${id}, 2, '[{"start": 0, "end": 1}]', 'rendering')
  `;
  const statusAfter = async (rendering: Promise<void>) => {
    await rendering;
    return pool`select version, status from private.edits where recording_id = ${id}`;
  };
  const { rendered } = await pool.begin(async (sql) => {
    await sql`select from private.edits where recording_id = ${id} for update`;
    const rendered = statusAfter(renderCut({ ...room, jobs }, id, signal));
    await expect.poll(() => waitingForLocks(app.database)).toBe(1);
    await sql`
      update private.edits set version = 3, browser = '{"passages": []}' where recording_id = ${id}
    `;
    return { rendered };
  });
  expect(await rendered).toEqual([{ version: 3, status: "rendering" }]);
  await pool`update private.edits set version = 4, browser = null where recording_id = ${id}`;
  const after = statusAfter(renderCut({ ...room, jobs }, id, signal));
  expect(await after).toEqual([{ version: 4, status: "failed" }]);
});
