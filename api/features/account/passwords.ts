import type { Account } from "#api/access/account.ts";
import { conflict, invalid, one } from "#api/http/errors.ts";
import type { Db } from "#api/platform/database.ts";
import { hashPassword, passwordMatches } from "#api/platform/passwords.ts";
import type { ChangePassword } from "#contract/account.ts";

/** The account whose password is meant, and the network address of the caller. */
interface Asking {
  id: string;
  from: string;
}

/** For people who signed up with Google: a password is a second way in, and can be set only once. */
export async function setPassword(db: Db, { id, from }: Asking, password: string) {
  const stored = await hashOf(db, id);
  if (stored !== null)
    throw conflict("A password is already set. Change it instead.", "password_already_set");
  return store(db, { id, from }, await hashPassword(password), stored);
}

export async function changePassword(db: Db, { id, from }: Asking, body: ChangePassword) {
  const stored = await hashOf(db, id);
  if (!(await passwordMatches(body.current_password, stored)))
    throw invalid("Current password is incorrect", {
      current_password: "Current password is incorrect",
    });
  return store(db, { id, from }, await hashPassword(body.new_password), stored);
}

async function hashOf(db: Db, userId: string): Promise<string | null> {
  const rows = await db<{ hash: string | null }[]>`
    select password_hash as hash from private.credentials where user_id = ${userId}
  `;
  return one(rows).hash;
}

/** Every session ends with the old password; the caller begins a new one. The old hash guards against a race. */
async function store(db: Db, { id, from }: Asking, proof: string, was: string | null) {
  const [, changed, accounts] = await db((sql) =>
    Promise.all([
      sql`select private.acting(${id}, ${from})`,
      sql`
        update private.credentials set password_hash = ${proof}
         where user_id = ${id} and password_hash is not distinct from ${was}
        returning user_id
      `,
      sql<Account[]>`update public.users set password_set = true where id = ${id} returning *`,
    ]),
  );
  if (changed.length === 0) throw conflict("The password was changed elsewhere in the meantime.");
  return { account: one(accounts), proof };
}
