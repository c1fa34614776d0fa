import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { alone } from "#api/platform/database.ts";
import { findBinaries } from "./binaries.ts";
import { type Cluster, openCluster, randomPassword, SUPERUSER } from "./cluster.ts";
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
      url("postgres", readOwnPassword(cluster) ?? cluster.password, database),
    /** Where to connect as superuser: for the bootstrap, and for tests that make databases. */
    adminUrl,
    /** Gives the application a password that is not the superuser's, once its role is there. */
    separateLogins: () => giveOwnPassword(cluster, adminUrl()),
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

/** Undefined where the application has no password of its own yet. */
function readOwnPassword({ ownPassword: file }: Cluster): string | undefined {
  // The file is empty where the machine went down before the password was on the disk.
  return (existsSync(file) && readFileSync(file, "utf8").trim()) || undefined;
}

/**
 * With the application's password a thief is no superuser. Older data directories had one password for both roles,
 * and go on with it until the role has its own: the file is true as soon as it exists.
 */
async function giveOwnPassword(cluster: Cluster, adminUrl: string): Promise<void> {
  if (readOwnPassword(cluster) !== undefined) return;
  const password = randomPassword();
  // The password is ours: letters, digits, - and _
  await alone(adminUrl, (sql) => sql.unsafe(`alter role postgres password '${password}'`));
  const draft = `${cluster.ownPassword}.draft`;
  writeFileSync(draft, password, { mode: 0o600 });
  renameSync(draft, cluster.ownPassword);
}
