import { join, resolve } from "node:path";
import { connect } from "#api/platform/database.ts";
import { migrate } from "#api/platform/migrate.ts";
import type { OpenDatabase } from "#api/platform/platform.ts";
import type { Report } from "#api/platform/report.ts";
import { bootstrap } from "./bootstrap.ts";
import { keepRunning } from "./keep-running.ts";
import { startPostgres } from "./postgres.ts";

/** Everything on this machine, below DATA_DIR, with nothing to set up. */
export async function startEmbedded(
  directory: string,
  report: Report,
  parts: AsyncDisposableStack,
): Promise<OpenDatabase> {
  let isWhole = false;
  const server = await startPostgres(join(resolve(directory), "postgres"));
  const postgres = parts.adopt(keepRunning(server, report), (watch) =>
    // A Postgres that was already running is not ended by a start that fails: it may still have much to replay.
    isWhole || !server.adopted ? watch.stop() : watch.leave(),
  );
  await bootstrap(server.adminUrl());
  await server.separateLogins();
  await migrate(server.url());
  const database = parts.adopt(connect({ url: server.url() }), (pool) => pool.close());
  isWhole = true;
  return { mode: "embedded", database, lost: postgres.lost };
}
