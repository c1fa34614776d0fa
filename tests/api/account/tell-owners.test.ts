import { expect, test } from "vitest";
import { tellOwners } from "#api/features/account/tell-owners.ts";
import { unavailable } from "#api/http/errors.ts";
import { testApp } from "#tests/support/app.ts";

const { database, person } = await testApp();
const service = database.asService("a test tells owners of changes");

test("a letter that is refused holds up no other one; one that cannot be sent now is sent the next time", async () => {
  const [ada, ben] = [await person(), await person()];
  for (const { id, email } of [ada, ben])
    await database.pool`
      insert into public.audit_log (kind, act, target_id, target, created_at)
      values ('security', 'password_changed', ${id}, ${email}, now() - interval '10 seconds')`;
  const told: string[] = [];
  const tell = (trouble: string) =>
    tellOwners(
      service,
      async ({ to }) => {
        if (to === ada.email) throw unavailable("Not now.", trouble);
        told.push(to);
      },
      "https://kinora.example",
    );
  await expect(tell("mail_unavailable")).rejects.toThrow("Not now.");
  expect(told).toEqual([]);
  await tell("mail_refused");
  await tell("mail_refused");
  expect(told).toEqual([ben.email]);
});

test("a change of the day before yesterday is told to nobody any more", async () => {
  const cleo = await person();
  await database.pool`
    insert into public.audit_log (kind, act, target_id, target, created_at)
    values ('security', 'password_changed', ${cleo.id}, ${cleo.email}, now() - interval '25 hours')`;
  const told: string[] = [];
  await tellOwners(service, async ({ to }) => void told.push(to), "https://kinora.example");
  expect(told).toEqual([]);
});
