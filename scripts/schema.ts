/** `bun run schema`: writes `supabase/schema/<noun>.sql` from what the migrations make, so that one grep finds it. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { migrate } from "#api/platform/migrate.ts";
import { SCHEMA, schemaFiles } from "#tests/support/schema-files.ts";
import { temporaryPostgres } from "#tests/support/temporary-postgres.ts";

const server = await temporaryPostgres();
const sql = postgres(server.adminUrl(), { max: 1, onnotice: () => {} });
await migrate(server.url());
rmSync(SCHEMA, { recursive: true, force: true });
mkdirSync(SCHEMA);
for (const [noun, text] of await schemaFiles(sql)) writeFileSync(join(SCHEMA, `${noun}.sql`), text);
await sql.end();
await server.stop();
