import pino from "pino";
import { describe, expect, it, vi } from "vitest";
import { sendDigests } from "#api/features/notices/send-digests.ts";
import { withinBounds } from "#api/http/limits/letter-limit.ts";
import { startSmtp } from "#tests/stand-ins/smtp.ts";
import { type SignedIn, testApp } from "#tests/support/app.ts";
import { atEndOfFile } from "#tests/support/cleanup.ts";
import { linkTo } from "#tests/support/links.ts";
import { recordingOf } from "#tests/support/recordings.ts";

vi.setConfig({ testTimeout: 60_000 });

const smtp = await startSmtp();
atEndOfFile(() => smtp.stop());
const { database, person } = await testApp({ SMTP_URL: smtp.url });
await database.pool`update private.settings set verify_emails = true`;

const service = database.asService("a test counts letters");
const log = pino({ level: "silent" });

/** The letters that a mail server would be given; `answer` may throw as one would. */
function postOffice(answer: () => void = () => {}) {
  const sent: string[] = [];
  const send = withinBounds(
    async ({ to }: { to: string; canWait?: boolean; isWarning?: boolean }) => {
      answer();
      sent.push(to);
    },
    service,
    log,
  );
  return { sent, send };
}

const newAddress = () => `${crypto.randomUUID().slice(0, 8)}@example.org`;
const many = <Value>(count: number, make: () => Promise<Value>) =>
  Promise.all(Array.from({ length: count }, make));

describe("letters to one address", () => {
  it("are eight an hour, also of those that come at once, in any case, from any process", async () => {
    const to = newAddress();
    const [one, other] = [postOffice(), postOffice()];
    await many(8, () => one.send({ to }));
    await many(8, () => other.send({ to: to.toUpperCase() }));
    expect(one.sent.length + other.sent.length).toBe(8);
    await database.pool`
      update private.buckets set refilled_at = refilled_at - interval '61 minutes'
       where name = ${`letter:${to}:3`}`;
    await many(3, () => one.send({ to }));
    expect(one.sent.length + other.sent.length).toBe(9);
    await one.send({ to: newAddress() });
    expect(one.sent.length + other.sent.length).toBe(10);
  });

  it("leave room for two that warn its owner, and for no more", async () => {
    const to = newAddress();
    const office = postOffice();
    await many(12, () => office.send({ to }));
    await many(4, () => office.send({ to, isWarning: true }));
    expect(office.sent).toHaveLength(10);
  });

  it("that could not be sent do not count", async () => {
    const to = newAddress();
    const broken = postOffice(() => {
      throw new Error("the mail server is away");
    });
    for (let n = 0; n < 12; n++)
      await expect(broken.send({ to })).rejects.toThrow("the mail server is away");
    const { sent, send } = postOffice();
    await many(11, () => send({ to }));
    expect(sent).toHaveLength(8);
  });

  it("are counted together with those of accounts that were deleted meanwhile", async () => {
    const email = newAddress();
    for (let n = 0; n < 12; n++) {
      const { owner, link } = await invitation(email);
      const invited = await person({ email });
      const asked = await invited.call("POST", `/shared/${link.share_token}/proof`);
      expect(asked.status, "what is over the bound breaks no call").toBe(200);
      await database.pool`delete from public.users where id in (${invited.id}, ${owner.id})`;
    }
    expect(smtp.letters.filter(({ to }) => to === email)).toHaveLength(8);
  });

  it("leave a digest for later where there were enough", async () => {
    const owner = await person();
    const recording = await recordingOf(database, owner);
    const guest = await person();
    const link = await linkTo(owner, recording);
    await guest.call(
      "POST",
      `/recordings/${recording}/comments`,
      { content: "Well done" },
      { "X-Share-Token": link.share_token },
    );
    const unsent = () => database.pool`
      select 1 from public.notices where user_id = ${owner.id} and mailed_at is null`;
    await database.pool`
      update public.notices set created_at = now() - interval '1 hour' where user_id = ${owner.id}`;
    const { sent, send } = postOffice();
    await many(8, () => send({ to: owner.email }));
    const digests = { service, sendMail: send, publicUrl: "https://kinora.example", log };
    await sendDigests(digests);
    expect([sent.length, (await unsent()).length]).toEqual([8, 1]);
    await database.pool`
      delete from private.buckets where name like ${`letter:${owner.email}:%`}`;
    await database.pool`
      update private.digests set sent_at = now() - interval '1 hour' where user_id = ${owner.id}`;
    await sendDigests(digests);
    expect([sent.length, (await unsent()).length]).toEqual([9, 0]);
  });
});

/** A link for one address, made by somebody who is there for it alone. */
async function invitation(email: string) {
  const owner: SignedIn = await person();
  const recording = await recordingOf(database, owner);
  const link = await linkTo(owner, recording, { is_public: false, allowed_email: email });
  return { owner, link };
}
