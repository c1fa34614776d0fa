import { expect, test } from "vitest";
import { Session } from "#contract/auth.ts";
import { testApp } from "#tests/support/app.ts";

const { request, database } = await testApp({ TRUST_PROXY: "on" });
const service = database.asService("a test counts accounts");

const send = (call: string, body: object, network: string, signal?: AbortSignal) =>
  request(`/api/auth/${call}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Forwarded-For": network },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  });

const person = (name: string) => ({
  username: name,
  email: `${name}@example.com`,
  password: "a password of theirs",
});

const accounts = () =>
  service((sql) => sql<{ count: number }[]>`select count(*)::int as count from public.users`).then(
    ([row]) => row?.count ?? Number.NaN,
  );

test("who signs up and leaves keeps nobody from logging in, and makes no account", async () => {
  const olga = person("olga");
  Session.parse(await (await send("register", olga, "192.0.2.1")).json());
  const leaving = new AbortController();
  const answers = Array.from({ length: 720 }, async (_, n) => {
    const network = `198.51.${n >> 8}.${n & 255}`;
    return (await send("register", person(`left-${n}`), network, leaving.signal)).status;
  });
  expect(await Promise.race(answers)).toBe(429); // the line is as long as it may be
  expect((await send("login", olga, "192.0.2.1")).status).toBe(200); // while they all still wait
  const whileThere = await accounts();
  expect(whileThere).toBeLessThan(30);
  leaving.abort();
  const statuses = await Promise.all(answers);
  // The line has as many places as passwords are made here in ten seconds.
  expect(statuses).toContain(499);
  expect(statuses.filter((status) => ![201, 429, 499].includes(status))).toEqual([]);
  expect(await accounts()).toBeLessThan(whileThere + 10); // those that were worked on already
  expect((await send("login", olga, "192.0.2.1")).status).toBe(200);
});
