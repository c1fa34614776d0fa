import type { Caller, Database } from "#api/platform/database.ts";

export interface Account {
  id: string;
  email: string;
  username: string;
  /** The person as policies see them. */
  caller: Caller & { sub: string; sid: string };
}

interface Wishes {
  username?: string;
  email?: string;
  role?: "user" | "admin" | "super_admin";
  plan?: "Free" | "Starter" | "Pro" | "Premium";
  suspended?: boolean;
}

/** An account without a password: hashing is for the tests of signing in. */
export async function newAccount(database: Database, wishes: Wishes = {}): Promise<Account> {
  const { role = "user", plan = "Premium", suspended = false } = wishes;
  const username = wishes.username ?? `person-${crypto.randomUUID().slice(0, 8)}`;
  const email = wishes.email ?? `${username}@example.org`;
  const db = database.asService("a test makes its people");
  const sid = crypto.randomUUID();
  const rows = await db(async (sql) => {
    await sql`select set_config('kinora.default_plan', ${plan}, true)`;
    const made = await sql<{ id: string }[]>`
      select id from private.register(${username}, ${email}, null, null, false, null)
    `;
    await sql`
      insert into public.sessions (id, user_id, device)
      select ${sid}, id, 'a test' from public.users where id = ${made[0]?.id ?? ""}
    `;
    await sql`
      update public.users set role = ${role}, suspended = ${suspended} where id = ${made[0]?.id ?? ""}
    `;
    return made;
  });
  const id = rows[0]?.id;
  if (!id) throw new Error("private.register returned no row");
  return { id, email, username, caller: { role: "authenticated", sub: id, sid } };
}
