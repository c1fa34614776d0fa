import pino from "pino";
import { expect, test } from "vitest";
import { sendDigests } from "#api/features/notices/send-digests.ts";
import { sendViewerLetters } from "#api/features/notices/send-viewer-letters.ts";
import { openMail } from "#api/services/mail.ts";
import { startSmtp } from "#tests/stand-ins/smtp.ts";
import { testApp } from "#tests/support/app.ts";
import { atEndOfFile } from "#tests/support/cleanup.ts";
import { recordingOf } from "#tests/support/recordings.ts";

const smtp = await startSmtp();
atEndOfFile(() => smtp.stop());
const { database, env, person } = await testApp({ SMTP_URL: smtp.url });
const { pool } = database;
const log = pino({ level: "silent" });
const post = {
  service: database.asService("a test writes to a mailbox that is gone"),
  sendMail: openMail(env, log),
  publicUrl: "https://kinora.example",
  log,
};

const REFUSED = "550 5.1.1 No such mailbox";

test("a digest that its mailbox refuses for good is not sent again and again", async () => {
  const ada = await person();
  const recording = await recordingOf(database, ada);
  await pool`
    insert into public.notices (user_id, kind, recording_id) values (${ada.id}, 'comment', ${recording})`;
  smtp.refuseNext(REFUSED);
  await sendDigests(post);
  await pool`update private.digests set sent_at = now() - interval '1 hour'`;
  await sendDigests(post);
  expect(smtp.letters.filter(({ to }) => to === ada.email)).toEqual([]);
  const { unread_count } = await (await ada.call("GET", "/notices")).json();
  expect(unread_count, "the bell has it").toBe(1);
});

test("neither is the week's email about viewers", async () => {
  const ben = await person();
  const recording = await recordingOf(database, ben);
  await pool`
    insert into private.play_days (recording_id, day, share_id, plays, seconds, curve)
    values (${recording}, '2026-06-03', gen_random_uuid(), 2, 90, array_fill(0::float8, array[100]))`;
  smtp.refuseNext(REFUSED);
  for (const hour of ["08", "09"])
    await sendViewerLetters(post, new Date(`2026-06-08T${hour}:00:00Z`));
  expect(smtp.letters.filter(({ to }) => to === ben.email)).toEqual([]);
});
