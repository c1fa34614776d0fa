import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { alone } from "./database.ts";
import { FORMER_MIGRATIONS, REPLACED_ON } from "./former-migrations.ts";
import { messageOf } from "./report.ts";
import { StartError } from "./start-error.ts";

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
    const pending = await pendingIn(sql, directory);
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
    const pending = found?.history ? await pendingIn(sql, directory) : readMigrations(directory);
    return pending.map(fileName);
  });
}

async function pendingIn(sql: postgres.Sql, directory: string): Promise<Migration[]> {
  const migrations = readMigrations(directory);
  await exchangeFormer(sql, migrations);
  return notYetApplied(migrations, await history(sql));
}

function readMigrations(directory: string): Migration[] {
  return readdirSync(directory)
    .flatMap((file) => {
      const [, version, name] = /^(\d+)_(.*)\.sql$/.exec(file) ?? [];
      if (version === undefined || name === undefined) return [];
      return [{ version, name, text: readFileSync(join(directory, file), "utf8") }];
    })
    .sort((a, b) => (a.version < b.version ? -1 : 1));
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

async function history(sql: postgres.ISql): Promise<string[]> {
  const rows = await sql<{ version: string }[]>`
    select version from supabase_migrations.schema_migrations
  `;
  return rows.map((row) => row.version).sort();
}

/** Where the former migrations made the database, those that replace them are noted as applied instead. */
async function exchangeFormer(sql: postgres.Sql, migrations: Migration[]): Promise<void> {
  await sql.begin(async (tx) => {
    // Another process that starts now waits, and finds them exchanged.
    await tx`lock table supabase_migrations.schema_migrations in share row exclusive mode`;
    const applied = new Set(await history(tx));
    const found = FORMER_MIGRATIONS.filter((version) => applied.has(version));
    if (found.length === 0) return;
    if (found.length < FORMER_MIGRATIONS.length)
      throw new StartError(
        `This database has ${found.length} of the ${FORMER_MIGRATIONS.length} migrations that this Kinora ` +
          "replaces by others. Start the release before this one with it once, which applies the rest; then start this one.",
      );
    await tx`delete from supabase_migrations.schema_migrations where version = any(${found})`;
    for (const migration of migrations)
      if (migration.version.startsWith(REPLACED_ON)) await note(tx, migration);
  });
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
  const pending = migrations.filter((migration) => !done.has(migration.version));
  const last = applied.at(-1) ?? "";
  const late = pending.filter(({ version }) => version < last).map(fileName);
  if (late.length > 0)
    throw new StartError(
      `${late.join(", ")}: this version lies below ${last}, which this database has already, and new databases ` +
        "would get the two in another order. Nothing was applied: give the file a version above the last one.",
    );
  return pending;
}

/** The CLI goes by the versions, and writes files anew from the texts behind each other: a file may be one text. */
const note = (sql: postgres.ISql, { version, name, text }: Migration) => sql`
  insert into supabase_migrations.schema_migrations (version, name, statements)
  values (${version}, ${name}, ${[text]})
`;

async function apply(sql: postgres.Sql, migration: Migration): Promise<void> {
  const { text } = migration;
  try {
    // Sent at once: after one that fails, the others fail or, as the last, take back what was done.
    await Promise.all([sql`begin`, sql.unsafe(text), note(sql, migration), sql`commit`]);
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
