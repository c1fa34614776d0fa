import { expect, test } from "vitest";
import { hearChanges, heedChanges } from "#api/http/changed.ts";
import { testApp } from "#tests/support/app.ts";
import { linkTo } from "#tests/support/links.ts";
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
