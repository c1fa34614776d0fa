import type { Caller } from "#api/platform/database.ts";
import type { Scene } from "./database.ts";

export type Person = Caller & { sub: string };

/** Registers someone in the scene. The first of an empty database becomes its super admin. */
export async function person(scene: Scene, name: string): Promise<Person> {
  const [account] = await scene.asService(
    (sql) => sql<{ id: string }[]>`
      select id from private.register(
        ${name}, ${`${name.toLowerCase().replaceAll(" ", ".")}@example.test`}, 'no hash', null, true, null)
    `,
  );
  if (!account) throw new Error(`${name} was not registered`);
  return { role: "authenticated", sub: account.id, ver: 1 };
}

/** Whoever may ask a table something: two people who own things, those above them, those outside. */
export async function personas(scene: Scene) {
  const superAdmin = await person(scene, "Super Admin");
  const owner = await person(scene, "Owner");
  const other = await person(scene, "Other");
  const admin = await person(scene, "Admin");
  const suspended = await person(scene, "Suspended");
  const stranger: Caller = { role: "anon" };
  await scene.asService(async (sql) => {
    await sql`update public.users set role = 'admin' where id = ${admin.sub}`;
    await sql`update public.users set suspended = true where id = ${suspended.sub}`;
  });
  return { superAdmin, owner, other, admin, suspended, stranger };
}
