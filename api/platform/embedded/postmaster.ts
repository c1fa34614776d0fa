import { openSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { StartError } from "#api/platform/start-error.ts";
import type { Binaries } from "./binaries.ts";
import { bareEnvironment, type Cluster } from "./cluster.ts";

/** A running Postgres: the process and where it listens. */
export interface Postmaster {
  pid: number;
  port: number;
}

export type Settings = Record<string, string>;

const DEFAULTS: Settings = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  timezone: "UTC",
  log_timezone: "UTC",
  log_checkpoints: "off",
  max_connections: "60",
  shared_buffers: "64MB",
  max_wal_size: "512MB",
  jit: "off",
  // A small server: parallel workers and replication would only take memory.
  max_parallel_workers_per_gather: "0",
  max_logical_replication_workers: "0",
};

/** A crash replays the log before Postgres answers, which may take a while on a slow disk. */
const PATIENCE = 120_000;

/** The server that an earlier start left running when it was killed, if there is one. */
export async function adopt(cluster: Cluster): Promise<Postmaster | undefined> {
  const left = readPidFile(cluster.data);
  if (!left) return undefined;
  if (!isPostgresOf(cluster.data, left.pid)) {
    // The number now belongs to something else, after a restart of the machine or the container.
    rmSync(join(cluster.data, "postmaster.pid"), { force: true });
    return undefined;
  }
  const ready = await untilReady(cluster, left.pid);
  if (!ready || (await answers(ready))) return ready;
  if (await eventually(() => !isAlive(left.pid))) return undefined; // it was about to end
  throw new Error(`Postgres (process ${left.pid}) does not answer; see ${cluster.log}`);
}

export async function launch(
  cluster: Cluster,
  binaries: Binaries,
  settings: Settings,
): Promise<Postmaster> {
  for (let attempt = 1; ; attempt++) {
    const logged = sizeOf(cluster.log);
    const { cmd, ...user } = binaries.command("postgres", [
      `-D${cluster.data}`,
      `-p${freePort()}`,
      ...Object.entries({ ...DEFAULTS, ...settings }).map(([name, value]) => `-c${name}=${value}`),
    ]);
    const log = openSync(cluster.log, "a", 0o600);
    const child = Bun.spawn({
      cmd,
      ...user,
      env: bareEnvironment(),
      stdio: ["ignore", log, log],
      detached: true, // Ctrl-C goes to the whole group, and Postgres must outlive the requests under way
    });
    child.unref();
    const running = await untilReady(cluster, child.pid);
    if (running) return running;
    const said = readFileSync(cluster.log, "utf8").slice(logged);
    if (attempt === 3 || !said.includes("Address already in use"))
      throw new StartError(`Postgres did not start:\n${said}`);
  }
}

/** Ends every connection, writes everything out and stops; returns when another start would be safe. */
export async function stop(cluster: Cluster, pid: number): Promise<void> {
  const hasStopped = () => readPidFile(cluster.data)?.pid !== pid || !isAlive(pid);
  if (hasStopped()) return;
  process.kill(pid, "SIGINT");
  if (!(await eventually(hasStopped)))
    throw new Error(`Postgres (process ${pid}) does not stop; see ${cluster.log}`);
  // What is left to do is a matter of milliseconds; an adopted one may stay in the table of processes.
  await eventually(() => !isAlive(pid), 1000);
}

/** Nothing when the process ends before it is ready. */
async function untilReady(cluster: Cluster, pid: number): Promise<Postmaster | undefined> {
  let ready: Postmaster | undefined;
  const settled = await eventually(() => {
    const file = readPidFile(cluster.data);
    if (file?.pid === pid && file.isReady) ready = { pid, port: file.port };
    return ready !== undefined || !isAlive(pid);
  });
  if (!settled)
    throw new StartError(`Postgres (process ${pid}) does not answer; see ${cluster.log}`);
  return ready;
}

async function answers({ port }: Postmaster): Promise<boolean> {
  try {
    const socket = await Bun.connect({ hostname: "127.0.0.1", port, socket: { data() {} } });
    socket.end();
    return true;
  } catch {
    return false;
  }
}

async function eventually(condition: () => boolean, patience = PATIENCE): Promise<boolean> {
  const end = performance.now() + patience;
  while (!condition()) {
    if (performance.now() > end) return false;
    await Bun.sleep(5);
  }
  return true;
}

/** `postmaster.pid`, line by line: process, directory, start, port, socket, address, memory, state. */
function readPidFile(data: string) {
  try {
    const lines = readFileSync(join(data, "postmaster.pid"), "utf8").split("\n");
    const pid = Number(lines[0]);
    return pid > 0
      ? { pid, port: Number(lines[3]), isReady: lines[7]?.trim() === "ready" }
      : undefined;
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** Linux can tell; elsewhere a process of that number is taken for Postgres, as Postgres itself does. */
function isPostgresOf(data: string, pid: number): boolean {
  if (process.platform !== "linux") return isAlive(pid);
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").includes(`-D${data}`);
  } catch {
    return false;
  }
}

/** Free a moment ago; when somebody else takes it first, the launch is tried again with another. */
function freePort(): number {
  const probe = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  probe.stop(true);
  return probe.port;
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
