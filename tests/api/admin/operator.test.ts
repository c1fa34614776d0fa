import { expect, test } from "vitest";
import { testApp } from "#tests/support/app.ts";

const { visitor, database } = await testApp();

/** `bun run admin …` as an operator types it. */
async function admin(...words: string[]) {
  const child = Bun.spawn(["bun", "scripts/admin.ts", ...words], {
    env: { PATH: process.env.PATH ?? "", DATABASE_URL: database.url },
    stdout: "pipe",
    stderr: "pipe",
  });
  const said = await new Response(child.stdout).text();
  return { said, failed: (await child.exited) !== 0 };
}

async function registered() {
  const name = `ola-${crypto.randomUUID().slice(0, 8)}`;
  const credentials = { email: `${name}@example.org`, password: "secret1" };
  await visitor.call("POST", "/auth/register", { username: name, ...credentials });
  return credentials;
}

test("an operator lifts a suspension, also of the only super admin", async () => {
  const ola = await registered();
  await database.pool`update public.users set suspended = true where email = ${ola.email}`;
  expect((await visitor.call("POST", "/auth/login", ola)).status).toBe(401);
  expect((await admin("activate", ola.email.toUpperCase())).said).toContain("can log in again");
  expect((await visitor.call("POST", "/auth/login", ola)).status).toBe(200);
  expect(await admin("activate", "nobody@example.org")).toMatchObject({ failed: true });
});

test("an operator gives a new password, and every session of the account ends", async () => {
  const ola = await registered();
  const { token } = await (await visitor.call("POST", "/auth/login", ola)).json();
  const { said } = await admin("password", ola.email);
  const [, password = ""] = /The new password is (\S+)/.exec(said) ?? [];
  const headers = { Authorization: `Bearer ${token}` };
  expect((await visitor.call("GET", "/user", undefined, headers)).status).toBe(401);
  expect((await visitor.call("POST", "/auth/login", { ...ola, password })).status).toBe(200);
});
