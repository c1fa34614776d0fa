import { resolve } from "node:path";
import { type Env, homeOf } from "#api/env.ts";
import { claimDataDir } from "./data-dir.ts";
import { connect, type Database } from "./database.ts";
import { createRealtime, EMBEDDED_KEY } from "./embedded/realtime/endpoint.ts";
import { makeKeys } from "./keys.ts";
import { migrate, pendingMigrations } from "./migrate.ts";
import { openWhole, type Platform, readiness } from "./platform.ts";
import type { Report } from "./report.ts";
import { signingKey } from "./signing-key.ts";
import { claimDatabase, ITS_DISK, ITS_KEY } from "./sole-server.ts";
import { StartError } from "./start-error.ts";

type GivenDatabase = Env & { DATABASE_URL: string };

/**
 * A database that the operator gave: a Supabase project's, or without SUPABASE_URL any Postgres that was prepared
 * as Supabase prepares its own. With the latter, Realtime stays ours.
 */
export function openSupabase(env: GivenDatabase, report: Report): Promise<Platform> {
  return openWhole(async (parts) => {
    const why = soleFor(env);
    // Beside Supabase it may hold nothing but mail, and be the same for all.
    if (why || !env.SUPABASE_URL)
      parts.adopt(claimDataDir(env.DATA_DIR), (dataDir) => dataDir.release());
    const keys = await makeKeys(await signingKey(env, env.DATA_DIR));

    const database = parts.adopt(connect({ url: env.DATABASE_URL }), (pool) => pool.close());
    await requireAnswer(database);
    await requireSurface(database, env);
    const claimed = parts.adopt(
      await claimDatabase(env.DATABASE_URL, resolve(env.DATA_DIR), why),
      (claim) => claim.release(),
    );
    await bringUpToDate(env);
    const realtime = env.SUPABASE_URL
      ? null
      : parts.adopt(
          createRealtime(database.pool, keys, {
            report,
            among: why === undefined ? database.process : undefined,
          }),
          (offered) => offered.stop(),
        );

    return {
      mode: env.SUPABASE_URL ? "supabase" : "postgres",
      isAlone: why !== undefined,
      database,
      keys,
      realtime,
      publicConfig: publicConfig(env),
      ready: () =>
        readiness({
          database: () => database.pool`select 1`,
          ...(realtime ? { realtime: realtime.check } : {}),
        }),
      lost: claimed.lost,
      close: () => parts.disposeAsync(),
    };
  });
}

/** The reason why no second server may use this database; undefined where one may. */
function soleFor(env: Env): string | undefined {
  if (homeOf(env) === "disk") return ITS_DISK;
  return env.SIGNING_KEY ? undefined : ITS_KEY;
}

async function requireAnswer(database: Database): Promise<void> {
  try {
    await database.pool`select 1`;
  } catch (error) {
    const reason = error instanceof Error ? error.message : error;
    throw new StartError(`DATABASE_URL: this database lets nobody in (${reason}).`);
  }
}

/** Checks for the tables that our migrations need and, where Realtime is ours, for the feed it listens to. */
async function requireSurface(database: Database, env: Env): Promise<void> {
  const [found] = await database.pool<{ messages: boolean; feed: boolean }[]>`
    select to_regclass('realtime.messages') is not null as messages,
           to_regproc('embedded.notify_message') is not null as feed
  `;
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

function publicConfig(env: Env): Platform["publicConfig"] {
  const { SUPABASE_URL = null, SUPABASE_PUBLISHABLE_KEY = EMBEDDED_KEY } = env;
  return { realtime_url: SUPABASE_URL, realtime_key: SUPABASE_PUBLISHABLE_KEY };
}
