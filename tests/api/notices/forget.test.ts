import { expect, test } from "vitest";
import { forget } from "#api/features/notices/forget.ts";
import { testApp } from "#tests/support/app.ts";
import { linkTo } from "#tests/support/links.ts";
import { recordingOf } from "#tests/support/recordings.ts";

const { database, person } = await testApp();
const owner = await person();
const recording = await recordingOf(database, owner);
const { id: link } = await linkTo(owner, recording);
const { pool } = database;

/** Traces that are written down with their age, and those that are left. */
const kept = {
  notices: {
    add: (age: string) => pool`
      insert into public.notices (user_id, kind, recording_id, created_at)
      values (${owner.id}, 'comment', ${recording}, now() - ${age}::interval)`,
    left: () => pool<{ age: string }[]>`
      select extract(day from now() - created_at) || ' days' as age from public.notices`,
  },
  views: {
    add: (age: string) => pool`
      insert into private.share_views (share_id, viewer, viewed_at)
      values (${link}, ${Buffer.from(age)}, now() - ${age}::interval)`,
    left: () => pool<{ age: string }[]>`
      select convert_from(viewer, 'UTF8') as age from private.share_views`,
  },
  watchers: {
    add: (age: string) => pool`
      insert into private.watchers (recording_id, user_id, came_at)
      values (${recording}, ${owner.id}, now() - ${age}::interval)`,
    left: () => pool<{ age: string }[]>`
      select extract(epoch from now() - came_at)::int / 3600 || ' hours' as age
        from private.watchers`,
  },
  buckets: {
    add: (age: string) => pool`
      insert into private.buckets (name, tokens, refilled_at)
      values (${`login:account:${age}`}, 0, now() - ${age}::interval)`,
    left: () => pool<{ age: string }[]>`
      select substr(name, 15) as age from private.buckets where name like 'login:account:%'`,
  },
};

test.each([
  ["notices", "89 days", "91 days"],
  ["views", "29 minutes", "31 minutes"],
  ["watchers", "23 hours", "25 hours"],
  ["buckets", "23 hours", "25 hours"],
] as const)("%s are kept for %s and forgotten by %s", async (noun, young, old) => {
  for (const age of [old, young]) await kept[noun].add(age);
  await forget(database.asService("a test tidies up"));
  expect((await kept[noun].left()).map(({ age }) => age)).toEqual([young]);
});

test("addresses that asked for an account are forgotten with their letter, those invited are not", async () => {
  for (const [asked_for, expires] of [
    [true, "-1 minute"],
    [true, "1 minute"],
    [false, "-1 minute"],
  ] as const)
    await pool`
      insert into public.invitations (email, asked_for, expires_at)
      values (${`${asked_for} ${expires}`}, ${asked_for}, now() + ${expires}::interval)`;
  await forget(database.asService("a test tidies up"));
  const left = await pool`select email from public.invitations order by email`;
  expect(left.map(({ email }) => email)).toEqual(["false -1 minute", "true 1 minute"]);
});

test("guests are forgotten a month after they came, unless they have said or shown something", async () => {
  const guest = async (name: string, age: string) => {
    const [made] = await pool<{ id: string }[]>`
      insert into private.guests (share_id, owner_id, name, came_at)
      values (${link}, ${owner.id}, ${name}, now() - ${age}::interval) returning id`;
    return made?.id ?? "";
  };
  await guest("Silent", "31 days");
  await guest("New", "29 days");
  await pool`insert into public.comments (recording_id, guest_id, content)
             values (${recording}, ${await guest("Spoke", "31 days")}, 'Hello')`;
  await pool`insert into public.reactions (recording_id, guest_id, emoji)
             values (${recording}, ${await guest("Waved", "31 days")}, '👏')`;
  await forget(database.asService("a test tidies up"));
  const left = await pool`select name from private.guests order by name`;
  expect(left.map(({ name }) => name)).toEqual(["New", "Spoke", "Waved"]);
});
