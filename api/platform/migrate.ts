import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { StartError } from "./start-error.ts";
import { splitStatements } from "./statements.ts";

interface Migration {
  version: string;
  name: string;
  text: string;
}

const MIGRATIONS = join(import.meta.dirname, "../../supabase/migrations");

/**
 * Applies what is not applied yet, each file in a transaction of its own, and remembers it in the table
 * of the Supabase CLI, so that `supabase db push` and this find the same history.
 * Processes that start together wait for each other. Returns the names of what was applied.
 */
export function migrate(url: string, directory = MIGRATIONS): Promise<string[]> {
  return alone(url, async (sql) => {
    await sql`select pg_advisory_lock(hashtext('kinora migrations'))`; // goes with the connection
    await makeHistory(sql);
    const pending = notYetApplied(readMigrations(directory), await history(sql));
    // One wait for the disk is enough: with the last one's, those before it are there, too.
    if (pending.length > 1) await sql`set synchronous_commit = off`;
    for (const migration of pending) {
      if (migration === pending.at(-1)) await sql`reset synchronous_commit`;
      await apply(sql, migration);
    }
    return pending.map(fileName);
  });
}

/** The names of what `migrate` would apply. */
export function pendingMigrations(url: string, directory = MIGRATIONS): Promise<string[]> {
  return alone(url, async (sql) => {
    const [found] =
      await sql`select to_regclass('supabase_migrations.schema_migrations') as history`;
    const applied = found?.history ? await history(sql) : [];
    return notYetApplied(readMigrations(directory), applied).map(fileName);
  });
}

/** A connection without the time limits of the pool: a migration may take what it needs. */
async function alone<T>(url: string, run: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return await run(sql);
  } finally {
    await sql.end();
  }
}

function readMigrations(directory: string): Migration[] {
  return readdirSync(directory)
    .flatMap((file) => {
      const [, version, name] = /^(\d+)_(.*)\.sql$/.exec(file) ?? [];
      if (version === undefined || name === undefined) return [];
      return [{ version, name, text: readFileSync(join(directory, file), "utf8") }];
    })
    .sort((a, b) => a.version.localeCompare(b.version));
}

async function makeHistory(sql: postgres.Sql): Promise<void> {
  await sql.unsafe(`
    create schema if not exists supabase_migrations;
    create table if not exists supabase_migrations.schema_migrations (
      version text not null primary key,
      statements text[],
      name text
    );
  `);
}

async function history(sql: postgres.Sql): Promise<string[]> {
  const rows = await sql<{ version: string }[]>`
    select version from supabase_migrations.schema_migrations order by version
  `;
  return rows.map((row) => row.version);
}

function notYetApplied(migrations: Migration[], applied: string[]): Migration[] {
  const known = new Set(migrations.map((migration) => migration.version));
  const unknown = applied.filter((version) => !known.has(version));
  if (unknown.length > 0)
    throw new StartError(
      `This database was migrated by a newer Kinora (${unknown.join(", ")} is not known here). ` +
        "Start that one again, or restore a backup from before.",
    );
  const done = new Set(applied);
  return migrations.filter((migration) => !done.has(migration.version));
}

async function apply(sql: postgres.Sql, migration: Migration): Promise<void> {
  const { version, name, text } = migration;
  try {
    // Sent at once: after one that fails, the others fail or, as the last, take back what was done.
    await Promise.all([
      sql`begin`,
      sql.unsafe(text),
      sql`
        insert into supabase_migrations.schema_migrations (version, name, statements)
        values (${version}, ${name}, ${splitStatements(text)})
      `,
      sql`commit`,
    ]);
  } catch (error) {
    throw new StartError(`${fileName(migration)}${where(error, text)}: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

const fileName = ({ version, name }: Migration) => `${version}_${name}.sql`;

/** Postgres counts characters; people count lines. */
function where(error: unknown, text: string): string {
  if (!(error instanceof postgres.PostgresError) || !error.position) return "";
  return `:${text.slice(0, Number(error.position)).split("\n").length}`;
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
