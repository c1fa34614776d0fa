import postgres from "postgres";
import { inject } from "vitest";
import {
  asDb,
  type Caller,
  connect,
  type Database,
  type Db,
  type Sql,
} from "#api/platform/database.ts";
import { atEndOfFile } from "./cleanup.ts";
import { PREPARED, TEMPLATE } from "./shared-postgres.ts";
import { temporaryPostgres } from "./temporary-postgres.ts";

export interface TestDatabase extends Database {
  url: string;
  /** One transaction in which several people act, each with their own rights; rolled back at the end. */
  rehearse<T>(act: (rehearsal: Rehearsal) => Promise<T>): Promise<T>;
}

export interface Rehearsal {
  as(caller: Caller): Db;
  asService: Db;
}

/** A migrated database that nobody else uses; it goes when the test file ends. */
export async function testDatabase(): Promise<TestDatabase> {
  return await newDatabase(TEMPLATE);
}

/** A database as hosted Supabase gives one: prepared, and without anything of ours in it. */
export async function emptyDatabase(): Promise<TestDatabase> {
  return await newDatabase(PREPARED);
}

async function newDatabase(template: string): Promise<TestDatabase> {
  const { adminUrl, url } = inject("postgres");
  const name = `test_${crypto.randomUUID().replaceAll("-", "")}`;
  await asAdmin(adminUrl, (sql) =>
    sql.unsafe(`create database ${name} template ${template} owner postgres`),
  );
  const database = connect({ url: url + name, max: 6 });
  atEndOfFile(async () => {
    await database.close();
    await asAdmin(adminUrl, (sql) => sql.unsafe(`drop database ${name} with (force)`));
  });
  return { ...database, url: url + name, rehearse: (act) => rehearse(database.pool, act) };
}

/**
 * A second Postgres, prepared as hosted Supabase is and not migrated: `DATABASE_URL` for tests of that mode.
 * Without the feed, which hosted does not have, Realtime must be somebody else's.
 */
export async function hostedLikePostgres({ feed = false } = {}): Promise<{ url: string }> {
  const server = await temporaryPostgres();
  atEndOfFile(() => server.stop());
  if (!feed) await asAdmin(server.adminUrl(), (sql) => sql.unsafe("drop schema embedded cascade"));
  return { url: server.url() };
}

async function asAdmin(url: string, run: (sql: postgres.Sql) => Promise<unknown>): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  await run(sql);
  await sql.end();
}

const ROLLBACK = Symbol("rollback");

async function rehearse<T>(
  pool: postgres.Sql,
  act: (rehearsal: Rehearsal) => Promise<T>,
): Promise<T> {
  const acted = Promise.withResolvers<T>();
  await pool
    .begin(async (sql) => {
      acted.resolve(
        await act({
          as: (caller) => within(sql, caller),
          asService: asDb(async (run) => run(sql)),
        }),
      );
      throw ROLLBACK;
    })
    .catch((error: unknown) => {
      if (error !== ROLLBACK) throw error;
    });
  return await acted.promise;
}

/** Acts like `database.as`, within the transaction of the rehearsal: a refusal undoes only its own part. */
function within(rehearsal: Sql, caller: Caller): Db {
  return asDb(async <T>(run: (sql: Sql) => Promise<T> | T) => {
    const done = Promise.withResolvers<T>();
    await rehearsal.savepoint(async (sql) => {
      await sql`
        select private.assert_session(${caller.sub ?? null}::uuid, ${caller.sid ?? null}::uuid),
               set_config('role', ${caller.role}, true),
               set_config('request.jwt.claims', ${JSON.stringify(caller)}, true)
      `;
      done.resolve(await run(sql));
      await sql`select set_config('role', 'none', true), set_config('request.jwt.claims', '', true)`;
    });
    return await done.promise;
  });
}
