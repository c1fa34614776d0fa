import { join } from "node:path";
import type { Env } from "#api/env.ts";
import { claimDataDir } from "#api/platform/data-dir.ts";
import { connect } from "#api/platform/database.ts";
import { makeKeys } from "#api/platform/keys.ts";
import { migrate } from "#api/platform/migrate.ts";
import { openWhole, type Platform, readiness } from "#api/platform/platform.ts";
import type { Report } from "#api/platform/report.ts";
import { signingKey } from "#api/platform/signing-key.ts";
import { bootstrap } from "./bootstrap.ts";
import { keepRunning } from "./keep-running.ts";
import { startPostgres } from "./postgres.ts";
import { createRealtime, EMBEDDED_KEY } from "./realtime/endpoint.ts";

/** Everything on this machine, below DATA_DIR, with nothing to set up. */
export function openEmbedded(env: Env, report: Report): Promise<Platform> {
  let isWhole = false;
  return openWhole(async (parts) => {
    const dataDir = parts.adopt(claimDataDir(env.DATA_DIR), (claimed) => claimed.release());
    const keys = await makeKeys(await signingKey(env, dataDir.path));

    const server = await startPostgres(join(dataDir.path, "postgres"));
    const postgres = parts.adopt(keepRunning(server, report), (watch) =>
      // A Postgres that was already running is not ended by a start that fails: it may still have much to replay.
      isWhole || !server.adopted ? watch.stop() : watch.leave(),
    );
    await bootstrap(server.adminUrl());
    await server.separateLogins();
    await migrate(server.url());
    const database = parts.adopt(connect({ url: server.url() }), (pool) => pool.close());
    const realtime = parts.adopt(createRealtime(database.pool, keys, { report }), (offered) =>
      offered.stop(),
    );

    isWhole = true;
    return {
      mode: "embedded",
      isAlone: true,
      database,
      keys,
      realtime,
      publicConfig: { realtime_url: null, realtime_key: EMBEDDED_KEY },
      ready: () => readiness({ database: () => database.pool`select 1`, realtime: realtime.check }),
      lost: postgres.lost,
      close: () => parts.disposeAsync(),
    };
  });
}
