import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { findBinaries } from "./binaries.ts";
import { openCluster, SUPERUSER } from "./cluster.ts";
import { adopt, launch, type Settings, stop } from "./postmaster.ts";

export interface EmbeddedPostgres {
  /** Whether it was already running, left behind by a start that was killed. */
  adopted: boolean;
  pid: number;
  /** Where to connect as the application does, in its database unless another is named. */
  url(database?: string): string;
  /** Where to connect as superuser: for the bootstrap, and for tests that make databases. */
  adminUrl(database?: string): string;
  /** The password of both. */
  password: string;
  stop(): Promise<void>;
}

/** Postgres in `directory`: made there when there is none, adopted when it still runs. */
export async function startPostgres(
  directory: string,
  settings: Settings = {},
): Promise<EmbeddedPostgres> {
  const home = resolve(directory);
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const binaries = findBinaries(home);
  const cluster = openCluster(home, binaries);
  const left = await adopt(cluster);
  const { pid, port } = left ?? (await launch(cluster, binaries, settings));
  const url = (user: string, database = "postgres") =>
    `postgres://${user}:${cluster.password}@127.0.0.1:${port}/${database}`;
  return {
    adopted: left !== undefined,
    pid,
    password: cluster.password,
    url: (database) => url("postgres", database),
    adminUrl: (database) => url(SUPERUSER, database),
    stop: () => stop(cluster, pid),
  };
}
