import { expect, test } from "vitest";
import { hearChanges, heedChanges } from "#api/http/changed.ts";
import { testApp } from "#tests/support/app.ts";
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
