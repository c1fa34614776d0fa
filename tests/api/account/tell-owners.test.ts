import { expect, test } from "vitest";
import { sendWarning, tellOwners } from "#api/features/account/tell-owners.ts";
import { unavailable } from "#api/http/errors.ts";
import { warnings } from "#api/job-kinds.ts";
import { type SignedIn, testApp } from "#tests/support/app.ts";

const { database, jobs, person } = await testApp();
const { pool } = database;
const service = database.asService("a test tells owners of changes");

const changed = ({ id, email }: SignedIn, ago: string) =>
  pool`
    insert into public.audit_log (kind, act, target_id, target, created_at)
    values ('security', 'password_changed', ${id}, ${email}, now() - ${ago}::interval)`;

/** The lines of the log of which somebody is to be told. */
const waiting = async () => {
  const rows = await pool<{ line: number }[]>`
    select (data ->> 'line')::int as line from private.jobs where kind = ${warnings.name} order by line`;
  return rows.map(({ line }) => line);
};

/** Post to everybody but one, whose letters meet this trouble. */
function postOffice(troubled: SignedIn, trouble: string) {
  const told: string[] = [];
  const sendMail = async ({ to }: { to: string }) => {
    if (to === troubled.email) throw unavailable("Not now.", trouble);
    told.push(to);
  };
  return { told, post: { service, sendMail, publicUrl: "https://kinora.example" } };
}

test("of each change its owner is told once, however many look, and each letter is tried by itself", async () => {
  const [ada, ben] = [await person(), await person()];
  for (const one of [ada, ben]) await changed(one, "10 seconds");
  await Promise.all([tellOwners(service, jobs), tellOwners(service, jobs)]);
  await tellOwners(service, jobs);
  const [first = 0, second = 0, ...more] = await waiting();
  expect(more).toEqual([]);
  const { told, post } = postOffice(ada, "mail_unavailable");
  await expect(sendWarning(post, first), "tried again").rejects.toThrow("Not now.");
  await sendWarning(post, second);
  expect(told).toEqual([ben.email]);
  await sendWarning(postOffice(ada, "mail_refused").post, first);
});

test("a change of the day before yesterday is told to nobody any more", async () => {
  const before = await waiting();
  await changed(await person(), "25 hours");
  await tellOwners(service, jobs);
  expect(await waiting()).toEqual(before);
});
