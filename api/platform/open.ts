import { type Env, homeOf } from "#api/env.ts";
import { claimDataDir } from "./data-dir.ts";
import { startEmbedded } from "./embedded/open.ts";
import { createRealtime, EMBEDDED_KEY } from "./embedded/realtime/endpoint.ts";
import { takeGiven } from "./given-database.ts";
import { makeKeys } from "./keys.ts";
import { readiness } from "./platform.ts";
import type { Report } from "./report.ts";
import { signingKey } from "./signing-key.ts";
import { ITS_DISK, ITS_KEY } from "./sole-server.ts";

/** The place where Kinora runs. No code above this folder can tell one place from another. */
export type Platform = Awaited<ReturnType<typeof openPlatform>>;

/**
 * The platform of this environment: the database that was given, else the embedded one. When one part fails to open,
 * those before it are closed again.
 */
export async function openPlatform(env: Env, report: Report) {
  await using opening = new AsyncDisposableStack();
  const { DATABASE_URL, DATA_DIR, SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY } = env;
  const why = soleFor(env);
  // Beside Supabase it may hold nothing but mail, and be the same for all.
  if (why || !SUPABASE_URL) opening.adopt(claimDataDir(DATA_DIR), (dataDir) => dataDir.release());
  const keys = await makeKeys(await signingKey(env, DATA_DIR));
  const opened = DATABASE_URL
    ? await takeGiven({ ...env, DATABASE_URL }, why, opening)
    : await startEmbedded(DATA_DIR, report, opening);
  const { database } = opened;
  const among = why === undefined ? database.process : undefined;
  const realtime = SUPABASE_URL
    ? null
    : opening.adopt(createRealtime(database.pool, keys, { report, among }), (offered) =>
        offered.stop(),
      );
  const parts = opening.move();

  return {
    ...opened,
    /** No other server works on this database. */
    isAlone: why !== undefined,
    keys,
    /** The endpoint this server must offer; null when Supabase offers it. */
    realtime,
    /** The address and key by which a browser reaches Realtime; without a URL it is this server's own address. */
    publicConfig: {
      realtime_url: SUPABASE_URL ?? null,
      realtime_key: (!realtime && SUPABASE_PUBLISHABLE_KEY) || EMBEDDED_KEY,
    },
    /** Whether it can be used now, and all `others` that are asked beside it. */
    ready: (others: Parameters<typeof readiness>[0] = {}) =>
      readiness({
        // A database that only reads, as a standby or one without room, refuses this though it changes nothing.
        database: () => database.pool`update private.job_clock set kind = kind where false`,
        ...(realtime && { realtime: realtime.check }),
        ...others,
      }),
    /** Closes all parts in the reverse order; the embedded Postgres stops. */
    close: () => parts.disposeAsync(),
  };
}

/** The reason why no second server may use this database; undefined where one may. */
function soleFor(env: Env): string | undefined {
  if (!env.DATABASE_URL || homeOf(env) === "disk") return ITS_DISK;
  return env.SIGNING_KEY ? undefined : ITS_KEY;
}
