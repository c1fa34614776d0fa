import pino from "pino";
import { expect, test } from "vitest";
import { sendViewerLetters } from "#api/features/notices/send-viewer-letters.ts";
import { openMail } from "#api/services/mail.ts";
import { startSmtp } from "#tests/stand-ins/smtp.ts";
import { type SignedIn, testApp } from "#tests/support/app.ts";
import { atEndOfFile } from "#tests/support/cleanup.ts";
import { recordingOf } from "#tests/support/recordings.ts";

const smtp = await startSmtp();
const { database, env, person } = await testApp({ SMTP_URL: smtp.url });
atEndOfFile(() => smtp.stop());

const log = pino({ level: "silent" });
const post = {
  service: database.asService("a test sends what was watched"),
  sendMail: openMail(env, log),
  publicUrl: "https://kinora.example",
  log,
};

/** On these days, of which the first is a Monday, something of it was played. */
const played = (recording: string, ...days: string[]) =>
  database.pool`
    insert into private.play_days (recording_id, day, share_id, plays, seconds, curve)
    select ${recording}, day, gen_random_uuid(), 2, 90, array_fill(0::float8, array[100])
      from unnest(${days}::date[]) day
  `;

const lettersTo = ({ email }: SignedIn) =>
  smtp.letters.filter(({ to }) => to === email).map(({ source }) => source);

const at = (day: string) => sendViewerLetters(post, new Date(`${day}T08:00:00Z`));

test("once a week owners hear what was watched in the week before, unless they want no email", async () => {
  const [ada, ben, cleo] = [await person(), await person(), await person()];
  const recording = await recordingOf(database, ada, "The\ndemo");
  await played(recording, "2026-06-01", "2026-06-07", "2026-06-08");
  await played(await recordingOf(database, ben), "2026-06-02");
  await ben.call("PUT", "/user/preferences", { email_notices: false });
  await played(await recordingOf(database, cleo), "2026-05-31");

  await at("2026-06-08");
  await at("2026-06-09");
  const [letter = "", ...more] = lettersTo(ada);
  expect(more).toEqual([]);
  expect(letter).toMatch(/Subject: What was watched of your recordings last week/);
  expect(letter).toMatch(/demo.*: 4 plays, 3 min watched/s);
  expect(letter).toContain(`/video/${recording}`);
  expect([...lettersTo(ben), ...lettersTo(cleo)]).toEqual([]);

  await at("2026-06-15");
  expect(lettersTo(ada)).toHaveLength(2);
  await at("2026-06-22");
  expect(lettersTo(ada)).toHaveLength(2);
});

test("what could not be sent is sent the next time, and what was to follow it at once", async () => {
  const two = [await person(), await person()];
  for (const one of two) await played(await recordingOf(database, one), "2026-06-03");
  let tried = 0;
  const sendMail: typeof post.sendMail = async (letter) => {
    if (++tried === 1) throw new Error("away");
    return post.sendMail(letter);
  };
  const counts = () => two.map((one) => lettersTo(one).length).sort();
  await sendViewerLetters({ ...post, sendMail }, new Date("2026-06-08T08:00:00Z"));
  expect(counts()).toEqual([0, 1]);
  await at("2026-06-08");
  expect(counts()).toEqual([1, 1]);
});

test("a job that is killed while it sends a letter loses none of the others", async () => {
  const two = [await person(), await person()];
  for (const one of two) await played(await recordingOf(database, one), "2026-08-05");
  const begun = Promise.withResolvers<string>();
  const sendMail: typeof post.sendMail = ({ to }) => {
    begun.resolve(to);
    return new Promise(() => {}); // whoever waits for it is gone
  };
  void sendViewerLetters({ ...post, sendMail }, new Date("2026-08-10T08:00:00Z"));
  const lost = await begun.promise;
  await at("2026-08-10");
  const others = two.filter(({ email }) => email !== lost);
  expect(others.map((one) => lettersTo(one).length)).toEqual([1]);
});

test("nobody hears of what lies in the trash, and who is suspended hears nothing", async () => {
  const [eve, fay, gus] = [await person(), await person(), await person()];
  const [kept, thrown] = [await recordingOf(database, eve), await recordingOf(database, eve)];
  const gone = await recordingOf(database, fay);
  for (const one of [kept, thrown, gone, await recordingOf(database, gus)])
    await played(one, "2026-07-06");
  await eve.call("DELETE", `/recordings/${thrown}`);
  await fay.call("DELETE", `/recordings/${gone}`);
  await database.pool`update public.users set suspended = true where id = ${gus.id}`;
  await at("2026-07-13");
  const [letter = ""] = lettersTo(eve);
  expect(letter).toContain(`/video/${kept}`);
  expect(letter).not.toContain(thrown);
  expect([...lettersTo(fay), ...lettersTo(gus)]).toEqual([]);
});
