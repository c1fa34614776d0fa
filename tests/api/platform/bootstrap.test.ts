import postgres from "postgres";
import { describe, expect, inject, it } from "vitest";
import { bootstrap } from "#api/platform/embedded/bootstrap.ts";
import { emptyDatabase } from "#tests/support/database.ts";

const { pool } = await emptyDatabase();

/** Tries it as one of the roles that visitors have. */
const as = (role: string, statement: string) =>
  pool.begin((sql) => [sql`select set_config('role', ${role}, true)`, sql.unsafe(statement)]);

describe("a prepared database", () => {
  it("has the roles of hosted Supabase, and an application that is no superuser", async () => {
    const roles = await pool`
      select rolname as role, rolsuper as super, rolbypassrls as past_policies, rolcanlogin as login
        from pg_roles where rolname in ('postgres', 'anon', 'authenticated', 'service_role')
       order by rolname
    `;
    expect(roles).toEqual([
      { role: "anon", super: false, past_policies: false, login: false },
      { role: "authenticated", super: false, past_policies: false, login: false },
      { role: "postgres", super: false, past_policies: true, login: true },
      { role: "service_role", super: false, past_policies: true, login: false },
    ]);
  });

  it("grants nothing by itself: a new table is closed until a migration opens it", async () => {
    await pool`create table closed (id int)`;
    for (const role of ["anon", "authenticated", "service_role"])
      await expect(as(role, "select * from closed")).rejects.toThrow("permission denied");
  });

  it("tells policies who asks", async () => {
    const sub = crypto.randomUUID();
    const [asked] = await pool.begin(async (sql) => {
      await sql`select set_config('request.jwt.claims', ${JSON.stringify({ sub, role: "anon" })}, true)`;
      return await sql`select auth.uid() as uid, auth.role() as role, auth.jwt() as jwt`;
    });
    expect(asked).toEqual({ uid: sub, role: "anon", jwt: { sub, role: "anon" } });
    expect(await pool`select auth.uid() as uid, auth.role() as role, auth.jwt() as jwt`).toEqual([
      { uid: null, role: null, jwt: null },
    ]);
  });

  it("lets nobody read or announce anything before a policy does", async () => {
    await pool`select realtime.send('{}', 'event', 'topic')`;
    expect(await as("authenticated", "select * from realtime.messages")).toMatchObject([{}, []]);
    await expect(
      as("authenticated", "insert into realtime.messages (topic, extension) values ('t', 'x')"),
    ).rejects.toThrow("row-level security");
  });

  it("never fails a write over its announcement", async () => {
    await expect(as("anon", "select realtime.send('{}', 'event', 'topic')")).resolves.toBeDefined();
  });

  it("lets migrations use the extensions that hosted has", async () => {
    await pool.unsafe("create extension pg_trgm with schema extensions");
    expect(await pool`select extensions.similarity('one', 'one') as same`).toEqual([{ same: 1 }]);
  });

  it("is prepared again when the preparation has changed, and nothing in it is lost", async () => {
    const { pool, url } = await emptyDatabase();
    await pool`select realtime.send('{}', 'event', 'topic')`;
    const adminUrl = inject("postgres").adminUrl.replace(/[^/]*$/, new URL(url).pathname.slice(1));
    const admin = postgres(adminUrl, { max: 1 });
    await admin`comment on schema embedded is 'an older version'`;
    await admin`drop function realtime.topic()`;

    await bootstrap(adminUrl);

    expect(await admin`select event from realtime.messages`).toEqual([{ event: "event" }]);
    expect(await admin`select realtime.topic() as topic`).toEqual([{ topic: null }]);
    await admin.end();
  });
});
