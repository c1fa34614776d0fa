import { describe, expect, it } from "vitest";
import type { Caller, Sql } from "#api/platform/database.ts";
import { auditActs } from "#contract/audit.ts";
import { newAccount } from "#tests/support/accounts.ts";
import { testDatabase } from "#tests/support/database.ts";

const database = await testDatabase();
const boss = await newAccount(database, { role: "super_admin" });
const admin = await newAccount(database, { role: "admin" });
const ada = await newAccount(database);
await database.as(admin.caller)((sql) => sql`select from app.change_suspension(${ada.id}, true)`);
await database.as(admin.caller)((sql) => sql`select from app.change_suspension(${ada.id}, false)`);
const owner = await newAccount(database);

const acts: Record<string, (sql: Sql) => Promise<unknown>> = {
  update: (sql) => sql`update public.audit_log set actor = 'somebody else'`,
  delete: (sql) => sql`delete from public.audit_log`,
  truncate: (sql) => sql`truncate public.audit_log`,
};
const insert = (sql: Sql) =>
  sql`insert into public.audit_log (kind, act) values ('admin', 'never_happened')`;

const callers: Record<string, Caller> = {
  "super admin": boss.caller,
  admin: admin.caller,
  person: owner.caller,
  visitor: { role: "anon" },
};

/** The refusal for a missing grant, before any trigger is asked. */
const notGranted = { code: "42501", message: expect.stringContaining("permission denied") };

describe.each(Object.entries(callers))("a line of the audit log, for a %s", (_, caller) => {
  it.each(Object.entries({ ...acts, insert }))("is beyond %s", async (_name, act) => {
    await expect(database.as(caller)(act)).rejects.toMatchObject(notGranted);
  });
});

describe("a line of the audit log", () => {
  it("is of the kind that the contract says", async () => {
    const acts = Object.keys(auditActs);
    const kinds = await database.rehearse(({ asService }) =>
      asService(async (sql) => {
        await sql`select private.note(act, null, 'kinds') from unnest(${acts}::text[]) act`;
        return sql<{ act: string; kind: string }[]>`
          select act, kind from public.audit_log where target = 'kinds'
        `;
      }),
    );
    expect(Object.fromEntries(kinds.map(({ act, kind }) => [act, kind]))).toEqual(auditActs);
  });

  it("is written of an email address that changes, whatever changes it", async () => {
    const lines = await database.rehearse(({ asService }) =>
      asService(async (sql) => {
        await sql`update public.users set email = 'new@example.org' where id = ${owner.id}`;
        return sql`select act, before, after from public.audit_log where target_id = ${owner.id}`;
      }),
    );
    const [before, after] = [{ email: owner.email }, { email: "new@example.org" }];
    expect([...lines]).toEqual([{ act: "email_changed", before, after }]);
  });

  it("is seen by admins, and by nobody else", async () => {
    const seen = (caller: Caller) =>
      database.as(caller)((sql) => sql`select 1 from public.audit_log where target_id = ${ada.id}`);
    expect(await seen(boss.caller)).toHaveLength(2);
    expect(await seen(admin.caller)).toHaveLength(2);
    expect(await seen(owner.caller)).toHaveLength(0);
    await expect(seen({ role: "anon" })).rejects.toMatchObject({ code: "42501" });
  });

  it("is made of an export by those alone who may export", async () => {
    const note = (caller: Caller) =>
      database.as(caller)((sql) => sql`select app.note_export('users', '30days')`);
    for (const caller of [owner.caller, { role: "anon" } as const])
      await expect(note(caller)).rejects.toMatchObject({
        code: expect.stringMatching(/^(KN403|42501)$/),
      });
    await note(admin.caller);
  });

  it.each(Object.entries({ ...acts, insert }))(
    "is beyond %s, with a project's secret key, too",
    async (_, act) => {
      const asSecret = database.pool.begin(async (sql) => {
        await sql`set local role service_role`;
        await act(sql);
      });
      await expect(asSecret).rejects.toMatchObject(notGranted);
    },
  );

  it.each(Object.entries(acts))("is beyond %s even for the server itself", async (_, act) => {
    const service = database.asService("a test tries to lie");
    await expect(service(act)).rejects.toMatchObject({ code: "42501" });
  });
});
