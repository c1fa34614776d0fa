import { resolve } from "node:path";
import type { Env } from "#api/env.ts";
import { connect, type Database } from "./database.ts";
import { migrate, pendingMigrations } from "./migrate.ts";
import type { OpenDatabase } from "./platform.ts";
import { messageOf } from "./report.ts";
import { claimDatabase } from "./sole-server.ts";
import { StartError } from "./start-error.ts";

type GivenDatabase = Env & { DATABASE_URL: string };

/**
 * A database that the operator gave: a Supabase project's, or without SUPABASE_URL any Postgres that was prepared
 * as Supabase prepares its own. With the latter, Realtime stays ours.
 */
export async function takeGiven(
  env: GivenDatabase,
  why: string | undefined,
  parts: AsyncDisposableStack,
): Promise<OpenDatabase> {
  const database = parts.adopt(connect({ url: env.DATABASE_URL }), (pool) => pool.close());
  await requireSurface(database, env);
  const claimed = parts.adopt(
    await claimDatabase(env.DATABASE_URL, resolve(env.DATA_DIR), why),
    (claim) => claim.release(),
  );
  await bringUpToDate(env);
  return { mode: env.SUPABASE_URL ? "supabase" : "postgres", database, lost: claimed.lost };
}

/** Checks for the tables that our migrations need and, where Realtime is ours, for the feed it listens to. */
async function requireSurface(database: Database, env: Env): Promise<void> {
  const [found] = await database.pool<{ messages: boolean; feed: boolean }[]>`
    select to_regclass('realtime.messages') is not null as messages,
           to_regproc('embedded.notify_message') is not null as feed
  `.catch((error: unknown) => {
    throw new StartError(`DATABASE_URL: this database lets nobody in (${messageOf(error)}).`);
  });
  if (!found?.messages)
    throw new StartError(
      "DATABASE_URL: this database has no realtime.messages, so it is not prepared as Supabase prepares one. " +
        "Run api/platform/embedded/bootstrap.sql there as superuser, or give the database of a Supabase project.",
    );
  if (!env.SUPABASE_URL && !found.feed)
    throw new StartError(
      "SUPABASE_URL is missing: this looks like the database of a Supabase project, whose Realtime is reached there. " +
        "For a Postgres of your own, run api/platform/embedded/bootstrap.sql there as superuser.",
    );
}

async function bringUpToDate(env: GivenDatabase): Promise<void> {
  if (env.MIGRATE) {
    await migrate(env.DATABASE_URL);
    return;
  }
  const pending = await pendingMigrations(env.DATABASE_URL);
  if (pending.length > 0)
    throw new StartError(
      `DATABASE_URL: this database still lacks ${pending.join(", ")}. ` +
        "Apply them with `supabase db push` (`--remote` for a hosted project), or start with MIGRATE=on.",
    );
}
