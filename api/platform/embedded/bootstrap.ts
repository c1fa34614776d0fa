import { alone } from "#api/platform/database.ts";

/**
 * Brings a database to where hosted Supabase stands before the first migration.
 * Runs as superuser, and does nothing when this very file was applied before.
 */
export async function bootstrap(adminUrl: string): Promise<void> {
  const text = await Bun.file(new URL("bootstrap.sql", import.meta.url)).text();
  const version = Bun.CryptoHasher.hash("sha256", text, "hex");
  await alone(adminUrl, async (sql) => {
    const [applied] = await sql`
      select obj_description(oid, 'pg_namespace') as version
      from pg_namespace where nspname = 'embedded'
    `;
    if (applied?.version === version) return;
    await sql.begin(async (tx) => {
      await tx.unsafe(text);
      await tx.unsafe(`comment on schema embedded is '${version}'`);
    });
  });
}
