import { describe, expect, it } from "vitest";
import type { Caller, Sql } from "#api/platform/database.ts";
import { newAccount } from "#tests/support/accounts.ts";
import { testDatabase } from "#tests/support/database.ts";

const database = await testDatabase();
const boss = await newAccount(database, { role: "super_admin" });
const admin = await newAccount(database, { role: "admin" });
const ada = await newAccount(database);
await database.as(boss.caller)((sql) => sql`select from app.invite(null, 7)`);

const others: Record<string, Caller> = {
  admin: admin.caller,
  person: ada.caller,
  visitor: { role: "anon" },
};

const acts: Record<string, (sql: Sql) => Promise<readonly unknown[]>> = {
  "see an invitation": (sql) => sql`select token from public.invitations`,
  "read the settings": (sql) => sql`select * from app.server_settings()`,
  "change the settings": (sql) =>
    sql`select * from app.change_server_settings('{"sign_up": "closed"}')`,
  invite: (sql) => sql`select * from app.invite(null, 7)`,
  "withdraw an invitation": (sql) =>
    sql`select app.withdraw_invitation(id) from (select gen_random_uuid() as id) any_id`,
};

/** Zero rows are a refusal, too. */
const gets = (caller: Caller, act: (sql: Sql) => Promise<readonly unknown[]>) =>
  database
    .as(caller)(act)
    .then(
      (rows) => rows.length > 0,
      (error: { code: string }) => {
        if (/^(42501|KN403)$/.test(error.code)) return false;
        throw error;
      },
    );

describe("settings and invitations", () => {
  it.each(Object.entries(acts))("let nobody but a super admin %s", async (name, act) => {
    for (const [who, caller] of Object.entries(others))
      expect(await gets(caller, act), who).toBe(false);
    if (!name.startsWith("withdraw")) expect(await gets(boss.caller, act)).toBe(true);
  });

  it("are written by their functions alone", async () => {
    for (const act of [
      (sql: Sql) => sql`insert into public.invitations (expires_at) values (now())`,
      (sql: Sql) => sql`update public.invitations set expires_at = now()`,
      (sql: Sql) => sql`delete from public.invitations`,
      (sql: Sql) => sql`update private.settings set sign_up = 'open'`,
    ])
      await expect(database.as(boss.caller)(act)).rejects.toMatchObject({ code: "42501" });
  });
});
