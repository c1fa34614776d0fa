import pino from "pino";
import { expect, test } from "vitest";
import { closeStaleUploads } from "#api/features/uploads/close-stale-uploads.ts";
import { startJobs } from "#api/platform/jobs/queue.ts";
import { testApp } from "#tests/support/app.ts";
import { atEndOfFile } from "#tests/support/cleanup.ts";
import { saveVideo } from "#tests/support/saving.ts";
import { created, tusClient } from "#tests/support/tus.ts";
import { videoBytes } from "#tests/support/videos.ts";

const app = await testApp(); // nobody does the work here: it waits in its turn

test("what is to be prepared waits in its account's turn, a recorder's own before imports", async () => {
  const ada = await app.person();
  const bytes = await videoBytes("recorded.webm");
  const tus = tusClient(app, ada.token);
  await saveVideo(ada, "h264.mov", { call: "/recordings/import" });
  await saveVideo(ada);
  const { url } = created(await tus.create());
  await tus.patch(url, { offset: 0, bytes, length: bytes.length });
  const waiting = await app.database.pool`
    select account, urgent from private.jobs
     where kind = 'process-recording' order by sent_at
  `;
  expect([...waiting]).toEqual([
    { account: ada.id, urgent: false },
    { account: ada.id, urgent: true },
    { account: ada.id, urgent: true },
  ]);
});

test("what a sweep sends anew waits in its account's turn, too", async () => {
  const ada = await app.person();
  const { id } = await saveVideo(ada);
  const { pool, asService } = app.database;
  await pool`delete from private.jobs where kind = 'process-recording'`;
  const jobs = await startJobs({ pool, log: pino({ level: "silent" }) });
  atEndOfFile(() => jobs.stop());
  await closeStaleUploads(asService("test"), jobs, { silent: 0 });
  const waiting = await pool`
    select account from private.jobs where data ->> 'recording_id' = ${id}
  `;
  expect([...waiting]).toEqual([{ account: ada.id }]);
});
