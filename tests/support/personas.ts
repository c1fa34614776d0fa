import type { Caller } from "#api/platform/database.ts";
import type { Rehearsal } from "./database.ts";

export type Persona = Caller & { sub: string };

/** Registers someone in the rehearsal. The first of an empty database becomes its super admin. */
export async function persona(rehearsal: Rehearsal, name: string): Promise<Persona> {
  const [account] = await rehearsal.asService(
    (sql) => sql<{ id: string }[]>`
      select id from private.register(
        ${name}, ${`${name.toLowerCase().replaceAll(" ", ".")}@example.test`}, 'no hash', null, true, null)
    `,
  );
  if (!account) throw new Error(`${name} was not registered`);
  const [session] = await rehearsal.asService(
    (sql) => sql<{ id: string }[]>`select id from private.begin_session(${account.id}, 'a test')`,
  );
  if (!session) throw new Error(`${name} was not signed in`);
  return { role: "authenticated", sub: account.id, sid: session.id };
}

/** The people who may ask a table something: two who own things, those above them, those outside. */
export async function personas(rehearsal: Rehearsal) {
  const superAdmin = await persona(rehearsal, "Super Admin");
  const owner = await persona(rehearsal, "Owner");
  const other = await persona(rehearsal, "Other");
  const admin = await persona(rehearsal, "Admin");
  const suspended = await persona(rehearsal, "Suspended");
  const stranger: Caller = { role: "anon" };
  await rehearsal.asService(async (sql) => {
    await sql`update public.users set role = 'admin' where id = ${admin.sub}`;
    await sql`update public.users set suspended = true where id = ${suspended.sub}`;
  });
  return { superAdmin, owner, other, admin, suspended, stranger };
}
