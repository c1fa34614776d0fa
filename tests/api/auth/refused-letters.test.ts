import { expect, test, vi } from "vitest";
import { sendProofLater } from "#api/features/shares/prove-email.ts";
import { unavailable } from "#api/http/errors.ts";
import { invitationLetters, passwordLetters } from "#api/job-kinds.ts";
import { startSmtp } from "#tests/stand-ins/smtp.ts";
import { testApp } from "#tests/support/app.ts";
import { atEndOfFile } from "#tests/support/cleanup.ts";
import { linkTo } from "#tests/support/links.ts";
import { recordingOf } from "#tests/support/recordings.ts";

vi.setConfig({ testTimeout: 60_000 });

const smtp = await startSmtp();
atEndOfFile(() => smtp.stop());
const PUBLIC_URL = "https://kinora.example";
const { database, keys, person, visitor, startJobs } = await testApp({
  SMTP_URL: smtp.url,
  PUBLIC_URL,
});
const { pool } = database;
await pool`update private.settings set verify_emails = true`;
await startJobs();

const FOR_GOOD = "550 5.1.1 No such mailbox";
const lettersTo = (email: string) => smtp.letters.filter(({ to }) => to === email);

/** Returns once a job of this kind is no more: until then it waits for its next try. */
const untilDone = (kind: string) =>
  expect
    .poll(() => pool`select from private.jobs where kind = ${kind}`, { timeout: 30_000 })
    .toHaveLength(0);

test("an email with which a new password is chosen is not tried again where its mailbox refuses it", async () => {
  const { email } = await person();
  smtp.refuseNext(FOR_GOOD);
  expect((await visitor.call("POST", "/auth/forgot-password", { email })).status).toBe(200);
  await untilDone(passwordLetters.name);
  expect(lettersTo(email)).toEqual([]);
});

test("nor is an invitation, which is not called sent", async () => {
  const boss = await person({ role: "super_admin" });
  const email = `${crypto.randomUUID()}@example.org`;
  smtp.refuseNext(FOR_GOOD);
  expect((await boss.call("POST", "/admin/invitations", { email })).status).toBe(201);
  await untilDone(invitationLetters.name);
  expect(lettersTo(email)).toEqual([]);
  const { invitations } = await (await boss.call("GET", "/admin/invitations")).json();
  expect(invitations).toMatchObject([{ email, mailed_at: null }]);
});

test("nor is an email that waited until it could be sent, to prove an address", async () => {
  const [owner, invited] = [await person(), await person()];
  const link = await linkTo(owner, await recordingOf(database, owner), {
    is_public: false,
    allowed_email: invited.email,
  });
  smtp.refuseNext("451 4.3.0 Try again later");
  expect((await invited.call("POST", `/shared/${link.share_token}/proof`)).status).toBe(503);
  const service = database.asService("a test looks at letters that wait");
  const waiting = () => service`select from private.unsent_proofs where account = ${invited.id}`;
  expect(await waiting()).toHaveLength(1);
  const sendMail = async () => {
    throw unavailable("No such mailbox.", "mail_refused");
  };
  await sendProofLater({ service, keys, sendMail, publicUrl: PUBLIC_URL }, invited.id);
  expect(await waiting()).toHaveLength(0);
});
