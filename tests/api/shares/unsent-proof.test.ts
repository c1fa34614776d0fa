import { describe, expect, it } from "vitest";
import { startSmtp } from "#tests/stand-ins/smtp.ts";
import { type SignedIn, testApp } from "#tests/support/app.ts";
import { atEndOfFile } from "#tests/support/cleanup.ts";
import { linkTo } from "#tests/support/links.ts";
import { recordingOf } from "#tests/support/recordings.ts";

const smtp = await startSmtp();
atEndOfFile(() => smtp.stop());
const { database, person, startJobs } = await testApp({
  SMTP_URL: smtp.url,
  PUBLIC_URL: "https://kinora.example",
});
await database.pool`update private.settings set verify_emails = true`;
await startJobs();
const owner = await person();

const AWAY = "451 4.3.0 Please try again later";
const LATER =
  "The email could not be sent just now. It is sent by itself as soon as that is possible again.";

async function invitation() {
  const invited = await person();
  const link = await linkTo(owner, await recordingOf(database, owner), {
    is_public: false,
    allowed_email: invited.email,
  });
  const ask = async (answer?: string) => {
    if (answer) smtp.refuseNext(answer);
    const said = await invited.call("POST", `/shared/${link.share_token}/proof`);
    return [said.status, (await said.json()).error];
  };
  return { invited, link, path: `/shared/${link.share_token}`, ask };
}

const lettersTo = ({ email }: SignedIn) => smtp.letters.filter(({ to }) => to === email);

/** Lets the time of letters kept for later come. Tells how many jobs that were. */
async function later({ id }: SignedIn): Promise<number> {
  const jobs = await database.pool<{ id: string }[]>`
    update private.jobs set due_at = now()
     where kind = 'proof-letter' and data ->> 'account' = ${id} returning id
  `;
  const left = () => database.pool`
    select 1 from private.jobs
     where kind = 'proof-letter' and data ->> 'account' = ${id}
  `;
  await expect.poll(async () => (await left()).length, { timeout: 60_000 }).toBe(0);
  return jobs.length;
}

describe("a letter that proves an address, where the mail server is away", () => {
  it("is sent later by itself, and costs no letter of the hour", async () => {
    const { invited, path, ask } = await invitation();
    expect(await ask(AWAY)).toEqual([503, LATER]);
    expect(await later(invited)).toBe(1);
    const [letter] = lettersTo(invited);
    const text = (letter?.source ?? "").replaceAll("=\r\n", "").replaceAll("=3D", "=");
    const [, token] = /https:\/\/kinora\.example\/shared\/\S+\?proof=(\S+)/.exec(text) ?? [];
    for (let n = 0; n < 5; n++) expect(await ask()).toEqual([200, undefined]);
    expect((await ask())[0], "the sixth of this hour").toBe(429);
    expect((await invited.call("PUT", `${path}/proof`, { token })).status).toBe(200);
    expect((await invited.call("GET", path)).status).toBe(200);
  });

  it("is one letter, however often it was asked for", async () => {
    const { invited, ask } = await invitation();
    for (let n = 0; n < 3; n++) expect((await ask(AWAY))[0]).toBe(503);
    expect(await later(invited)).toBe(1);
    expect(lettersTo(invited)).toHaveLength(1);
  });

  it("is tried again while the mail server stays away", async () => {
    const { invited, ask } = await invitation();
    await ask(AWAY);
    smtp.refuseNext(AWAY);
    await later(invited);
    expect(lettersTo(invited)).toHaveLength(1);
  });

  it("is sent on the day on which it was asked for, and can be asked for anew on the next", async () => {
    const age = ({ id }: SignedIn, hours: number) => database.pool`
      update private.unsent_proofs set asked_at = now() - make_interval(hours => ${hours})
       where account = ${id}`;
    const [prompt, late] = [await invitation(), await invitation()];
    for (const { ask } of [prompt, late]) await ask(AWAY);
    await age(prompt.invited, 23);
    await later(prompt.invited);
    expect(lettersTo(prompt.invited)).toHaveLength(1);
    const waiting = async () =>
      (
        await database.pool`
          select 1 from private.jobs
           where kind = 'proof-letter' and data ->> 'account' = ${late.invited.id}`
      ).length;
    await late.ask(AWAY);
    expect(await waiting(), "on the same day").toBe(1);
    await age(late.invited, 25);
    await late.ask(AWAY);
    expect(await waiting()).toBe(2);
  });

  it("is not sent twice when it could be sent after all", async () => {
    const { invited, ask } = await invitation();
    await ask(AWAY);
    expect(await ask()).toEqual([200, undefined]);
    await later(invited);
    expect(lettersTo(invited)).toHaveLength(1);
  });

  it.each([
    ["the link is over", "update public.shares set expires_at = now() where allowed_email = $1"],
    ["the link was revoked", "delete from public.shares where allowed_email = $1"],
    [
      "the address was confirmed",
      "update private.credentials set email_verified = true where user_id = (select id from public.users where email = $1)",
    ],
    ["the account is suspended", "update public.users set suspended = true where email = $1"],
    [
      "a day has passed",
      "update private.unsent_proofs set asked_at = now() - interval '25 hours' where account = (select id from public.users where email = $1)",
    ],
  ])("is not sent where %s", async (_, change) => {
    const { invited, ask } = await invitation();
    await ask(AWAY);
    await database.pool.unsafe(change, [invited.email]);
    expect(await later(invited)).toBe(1);
    expect(lettersTo(invited)).toEqual([]);
    const kept = await database.pool`
      select 1 from private.unsent_proofs where account = ${invited.id}
    `;
    expect(kept).toHaveLength(0);
  });

  it("is not kept where the mail server has said no for good", async () => {
    const { invited, ask } = await invitation();
    expect(await ask("550 5.1.1 No such user")).toEqual([
      503,
      "The mail server does not take emails to this address.",
    ]);
    expect(await later(invited)).toBe(0);
  });
});
