import { describe, expect, it } from "vitest";
import type { Caller, Db, Sql } from "#api/platform/database.ts";
import { newAccount } from "#tests/support/accounts.ts";
import { testDatabase } from "#tests/support/database.ts";

const database = await testDatabase();
const owner = await newAccount(database);
const other = await newAccount(database);
const admin = await newAccount(database, { role: "admin" });
const suspended = await newAccount(database, { suspended: true });
const stranger: Caller = { role: "anon" };

const idsSeen = async (db: Db) =>
  (await db((sql) => sql<{ id: string }[]>`select id from public.users`)).map((row) => row.id);

describe("accounts", () => {
  it("are seen by their owner alone, and by admins", async () => {
    expect(await idsSeen(database.as(owner.caller))).toEqual([owner.id]);
    expect(await idsSeen(database.as(admin.caller))).toEqual(
      expect.arrayContaining([owner.id, other.id, suspended.id]),
    );
  });

  it("are closed to strangers", async () => {
    await expect(idsSeen(database.as(stranger))).rejects.toMatchObject({ code: "42501" });
  });

  it("do nothing once suspended, without a session or with somebody else's", async () => {
    await expect(idsSeen(database.as(suspended.caller))).rejects.toMatchObject({ code: "KN401" });
    const { sid, ...without } = owner.caller;
    await expect(idsSeen(database.as(without))).rejects.toMatchObject({ code: "KN401" });
    const borrowed = { ...other.caller, sid };
    await expect(idsSeen(database.as(borrowed))).rejects.toMatchObject({ code: "KN401" });
    const nobody = { ...owner.caller, sub: crypto.randomUUID() };
    await expect(idsSeen(database.as(nobody))).rejects.toMatchObject({ code: "KN401" });
  });

  it("have proven nothing about an address that is new to them, and keep their proof where its letters change size", async () => {
    const { id, email } = await newAccount(database);
    const proof = async () =>
      (
        await database.pool`
          select email_verified, email_since > now() - interval '1 hour' as is_new
            from private.credentials where user_id = ${id}
        `
      )[0];
    await database.pool`
      update private.credentials set email_verified = true, email_since = now() - interval '1 day'
       where user_id = ${id}
    `;
    await database.pool`update public.users set email = ${email.toUpperCase()} where id = ${id}`;
    expect(await proof()).toEqual({ email_verified: true, is_new: false });
    await database.pool`update public.users set email = ${`new-${email}`} where id = ${id}`;
    expect(await proof()).toEqual({ email_verified: false, is_new: true });
  });

  it("let nobody change a role, a suspension or an email, not even their own", async () => {
    for (const person of [owner, admin]) {
      const db = database.as(person.caller);
      for (const column of ["role", "suspended", "email", "password_set"]) {
        await expect(
          db((sql) => sql`update public.users set ${sql(column)} = ${sql(column)}`),
        ).rejects.toMatchObject({ code: "42501" });
      }
    }
  });

  it("let nobody rename somebody else", async () => {
    const db = database.as(other.caller);
    const rows = await db(
      (sql) =>
        sql`update public.users set username = 'taken over' where id = ${owner.id} returning id`,
    );
    expect(rows).toHaveLength(0);
  });

  it("let nobody make or delete one by hand", async () => {
    const db = database.as(admin.caller);
    await expect(
      db((sql) => sql`insert into public.users (username, email) values ('x', 'x@example.org')`),
    ).rejects.toMatchObject({ code: "42501" });
    await expect(db((sql) => sql`delete from public.users`)).rejects.toMatchObject({
      code: "42501",
    });
  });
});

describe("preferences", () => {
  it("are read and written by their owner alone", async () => {
    const mine = database.as(owner.caller);
    await mine((sql) => sql`insert into public.preferences (user_id) values (${owner.id})`);
    for (const person of [other, admin]) {
      const db = database.as(person.caller);
      expect(await db((sql) => sql`select * from public.preferences`)).toHaveLength(0);
      expect(
        await db(
          (sql) => sql`update public.preferences set include_audio = false where true returning *`,
        ),
      ).toHaveLength(0);
      await expect(
        db(
          (sql) =>
            sql`insert into public.preferences (user_id) values (${other.id === person.id ? owner.id : other.id})`,
        ),
      ).rejects.toMatchObject({ code: "42501" });
    }
    await expect(
      database.as(stranger)((sql) => sql`select * from public.preferences`),
    ).rejects.toMatchObject({ code: "42501" });
  });

  it("stay with their owner: nobody gives theirs to somebody else", async () => {
    const [giver, taker] = [await newAccount(database), await newAccount(database)];
    const mine = database.as(giver.caller);
    await mine((sql) => sql`insert into public.preferences (user_id) values (${giver.id})`);
    await expect(
      mine((sql) => sql`update public.preferences set user_id = ${taker.id}`),
    ).rejects.toMatchObject({ code: "42501" });
  });
});

describe("secrets", () => {
  it("are closed to every API role", async () => {
    for (const caller of [owner.caller, admin.caller, stranger]) {
      for (const table of ["private.credentials", "private.buckets"]) {
        await expect(
          database.as(caller)((sql) => sql`select * from ${sql(table)}`),
        ).rejects.toMatchObject({ code: "42501" });
      }
    }
  });

  it("are in no table of the public schema that lacks row-level security", async () => {
    const db = database.asService("a test reads the catalogue");
    const open = await db(
      (sql) => sql`
        select relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where n.nspname in ('public', 'private') and relkind in ('r', 'p') and not relrowsecurity
      `,
    );
    expect(
      open.map((row) => row.relname),
      "tables that people may reach",
    ).toEqual([]);
  });
});

describe("sessions", () => {
  it("are seen and ended by their owner alone, and made or changed by nobody", async () => {
    const seen = (db: Db) => db((sql) => sql`select id from public.sessions`);
    const end = (db: Db, id: string) =>
      db((sql) => sql`delete from public.sessions where id = ${id} returning id`);
    expect(await seen(database.as(owner.caller))).toEqual([{ id: owner.caller.sid }]);
    for (const person of [other, admin]) {
      const db = database.as(person.caller);
      expect(await seen(db)).toEqual([{ id: person.caller.sid }]);
      expect(await end(db, owner.caller.sid)).toHaveLength(0);
      for (const act of [
        (sql: Sql) => sql`insert into public.sessions (user_id, device) values (${person.id}, 'x')`,
        (sql: Sql) => sql`update public.sessions set last_seen_at = now()`,
      ])
        await expect(db((sql) => act(sql))).rejects.toMatchObject({ code: "42501" });
    }
    await expect(seen(database.as(stranger))).rejects.toMatchObject({ code: "42501" });
    const second = await newAccount(database);
    expect(await end(database.as(second.caller), second.caller.sid)).toHaveLength(1);
    await expect(seen(database.as(second.caller))).rejects.toMatchObject({ code: "KN401" });
  });
});
