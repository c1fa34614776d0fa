import { expect, test } from "vitest";
import { testApp } from "#tests/support/app.ts";
import { recordingOf } from "#tests/support/recordings.ts";

const { visitor, database, person } = await testApp();

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

test("an operator gives a role, and leaves somebody who may give them", async () => {
  await registered(); // the first account is super admin by that alone
  const [ola, per] = [await registered(), await registered()];
  await database.pool`update public.users set role = 'user' where email <> ${ola.email}`;
  await admin("role", ola.email, "super_admin");
  const [line] = await database.pool`
    select actor, before, after from public.audit_log
     where act = 'role_changed' and target = ${ola.email} order by id desc limit 1`;
  expect(line).toEqual({
    actor: "Operator of this machine",
    before: { role: "user" },
    after: { role: "super_admin" },
  });
  const refused = await admin("role", ola.email, "user");
  expect(refused).toEqual({ said: "", failed: true });
  expect(await rolesOf(ola, per)).toEqual(["super_admin", "user"]);

  expect((await admin("role", per.email, "super_admin")).said).toContain("is super_admin now");
  await database.pool`update public.users set suspended = true where email = ${per.email}`;
  expect(await admin("role", ola.email, "admin"), "the other one is suspended").toMatchObject({
    failed: true,
  });
  await database.pool`update public.users set suspended = false where email = ${per.email}`;
  expect((await admin("role", ola.email, "admin")).said).toContain("is admin now");
  expect(await rolesOf(ola, per)).toEqual(["admin", "super_admin"]);
});

test("an operator deletes for good what would be over in the trash at a time", async () => {
  const ada = await person();
  const [id, later] = [await recordingOf(database, ada), await recordingOf(database, ada)];
  await ada.call("DELETE", `/recordings/${id}`);
  await database.pool`
    update public.recordings set deleted_at = now(), purge_at = '2099-01-01' where id = ${later}`;
  const left = () =>
    database.pool`select id from public.recordings where owner_id = ${ada.id} order by purge_at`;
  expect((await admin("purge")).said).toContain("0 deleted for good");
  expect(await left()).toHaveLength(2);
  for (const words of ["soon", "40"]) // which a browser takes for a year
    expect(await admin("purge", words)).toEqual({ said: "", failed: true });
  expect(await left()).toHaveLength(2);
  const then = new Date(Date.now() + 31 * 24 * 3600 * 1000).toISOString();
  expect((await admin("purge", then)).said).toContain("1 deleted for good");
  expect([...(await left())]).toEqual([{ id: later }]);
  expect(
    await database.pool`select 1 from private.jobs where kind = 'remove-objects'`,
  ).not.toHaveLength(0);
});

test("an operator waits for what an admin is doing to accounts", async () => {
  const ola = await registered();
  const turn = Promise.withResolvers<void>();
  const holding = Promise.withResolvers<void>();
  const inTurn = database.pool.begin(async (sql) => {
    await sql`select private.take_turn()`;
    holding.resolve();
    await turn.promise;
    await sql`update public.users set suspended = true where email = ${ola.email}`;
  });
  await holding.promise;
  const waits = () => database.pool`
    select 1 from pg_locks where locktype = 'advisory' and not granted
  `;
  const lifted = admin("activate", ola.email);
  await expect.poll(async () => (await waits()).length, { timeout: 60_000 }).toBe(1);
  turn.resolve();
  await inTurn;
  expect((await lifted).said).toContain("can log in again");
  expect((await visitor.call("POST", "/auth/login", ola)).status).toBe(200);
});

const rolesOf = async (...people: { email: string }[]) => {
  const rows = await database.pool<{ email: string; role: string }[]>`
    select email, role from public.users where email in ${database.pool(people.map((one) => one.email))}
  `;
  return people.map(({ email }) => rows.find((row) => row.email === email)?.role);
};

test("an operator gives a new password, and every session of the account ends", async () => {
  const ola = await registered();
  const { token } = await (await visitor.call("POST", "/auth/login", ola)).json();
  const { said } = await admin("password", ola.email);
  const [, password = ""] = /The new password is (\S+)/.exec(said) ?? [];
  const headers = { Authorization: `Bearer ${token}` };
  expect((await visitor.call("GET", "/user", undefined, headers)).status).toBe(401);
  expect((await visitor.call("POST", "/auth/login", { ...ola, password })).status).toBe(200);
});

test("an operator takes a lost second factor off, which is noted", async () => {
  const ola = await registered();
  await database.pool`
    insert into private.second_factors (user_id, kind, name, secret, since)
    select id, kind, null, 'sealed', now() from public.users, unnest(array['totp', 'recovery']) kind
     where email = ${ola.email}`;
  const login = async () => (await visitor.call("POST", "/auth/login", ola)).json();
  expect(await login()).toHaveProperty("ticket");
  expect((await admin("second-factor", ola.email.toUpperCase())).said).toContain(
    "signs in without a second factor now",
  );
  expect(await login()).toHaveProperty("token");
  const lines = await database.pool`
    select act, actor, after from public.audit_log where target = ${ola.email}`;
  expect([...lines]).toEqual([
    {
      act: "second_factor_off",
      actor: "Operator of this machine",
      after: { with: "totp", name: null },
    },
  ]);
  expect(await admin("second-factor", "nobody@example.org")).toMatchObject({ failed: true });
});

test("an operator begins a job of the clock at once, sees it wait, and no other can be begun so", async () => {
  expect((await admin("run", "sweep")).said).toContain("sweep is sent");
  const listed = (await admin("jobs")).said;
  expect(listed).toMatch(/waiting +sweep +tries: 1/);
  await database.pool`
    update private.jobs set failed_at = now(), due_at = null, reason = 'No room.' where kind = 'sweep'
  `;
  expect((await admin("jobs")).said).toMatch(/failed +sweep +tries: 1 +No room\./);
  await database.pool`delete from private.jobs`;
  expect((await admin("jobs")).said).toContain("Nothing failed, nothing to do");
  for (const kind of ["process-recording", "no-such-job", ""])
    expect(await admin("run", kind), kind).toMatchObject({ failed: true });
  expect(await database.pool`select 1 from private.jobs`).toEqual([]);
});

test.each(["", "constructor", "no-such-task", "activate", "password", "second-factor"])(
  "an operator who asks for %j is told what there is",
  async (task) => {
    const { said, failed } = await admin(task);
    expect(said).toContain("bun run admin role <email>");
    expect(failed).toBe(task !== "");
  },
);
