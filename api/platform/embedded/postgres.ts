import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { giveOwnPassword, readApplicationPassword } from "./application-password.ts";
import { findBinaries } from "./binaries.ts";
import { openCluster, SUPERUSER } from "./cluster.ts";
import { runsPostgres } from "./pid-file.ts";
import { adopt, answers, launch, type Settings, stop } from "./postmaster.ts";
import { letGoOfReserve } from "./reserve.ts";

export type EmbeddedPostgres = Awaited<ReturnType<typeof startPostgres>>;

/** Postgres in `directory`: made there when there is none, adopted when it still runs. */
export async function startPostgres(directory: string, settings: Settings = {}) {
  const home = resolve(directory);
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const binaries = findBinaries(home);
  const cluster = await openCluster(home, binaries);
  const start = async (port?: number) => {
    letGoOfReserve(home);
    return await launch(cluster, binaries, settings, port);
  };
  const left = await adopt(cluster);
  let running = left ?? (await start());
  const { port } = running;
  const url = (user: string, password: string, database = "postgres") =>
    `postgres://${user}:${password}@127.0.0.1:${port}/${database}`;
  const adminUrl = (database?: string) => url(SUPERUSER, cluster.password, database);
  return {
    /** Whether it was already running, left behind by a start that was killed. */
    adopted: left !== undefined,
    /** The id of the process that runs now: another after `restart`. */
    get pid(): number {
      return running.pid;
    },
    /** Where it lies. */
    home,
    /** Where to connect as the application does, in its database unless another is named. */
    url: (database?: string) =>
      url("postgres", readApplicationPassword(home) ?? cluster.password, database),
    /** Where to connect as superuser: for the bootstrap, and for tests that make databases. */
    adminUrl,
    /** Gives the application a password that is not the superuser's, once its role is there. */
    separateLogins: () => giveOwnPassword(home, adminUrl()),
    isRunning: () => runsPostgres(cluster.data, running.pid),
    /** Whether it lets anybody in. */
    answers: () => answers(cluster, port),
    /** Starts it where it was, at the same address, when it has died. */
    async restart() {
      const other = await adopt(cluster);
      if (other && other.port !== port) await stop(cluster); // somebody started it elsewhere meanwhile
      running = other?.port === port ? other : await start(port);
    },
    stop: () => stop(cluster),
  };
}
