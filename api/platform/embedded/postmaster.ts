import { closeSync, openSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { isDatabaseLost } from "#api/platform/database-lost.ts";
import { StartError } from "#api/platform/start-error.ts";
import type { Binaries } from "./binaries.ts";
import { bareEnvironment, type Cluster, SUPERUSER } from "./cluster.ts";
import { endOrphans, readPidFile, runsPostgres } from "./pid-file.ts";

export type Settings = Record<string, string>;

const DEFAULTS: Settings = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  timezone: "UTC",
  log_timezone: "UTC",
  log_checkpoints: "off",
  log_min_messages: "log", // a refusal is told to the caller: written down, refusals would fill the disk
  max_connections: "60",
  shared_buffers: "64MB",
  max_wal_size: "128MB", // it must find room in what no upload may take
  jit: "off",
  // A small server: parallel workers and replication would only take memory.
  max_parallel_workers_per_gather: "0",
  max_logical_replication_workers: "0",
};

/** A crash replays the log before Postgres answers, which may take a while on a slow disk. */
const REPLAY_PATIENCE = 600_000;
/** How long one may say nothing at all, or that it ends. */
const SILENCE_PATIENCE = 30_000;
/** While it replays, each question costs it a process; to read its file costs nothing. */
const ASK_PAUSE = 20;
const READ_PAUSE = 5;

/** The server that an earlier start left running when it was killed, if there is one. */
export async function adopt(cluster: Cluster) {
  const left = readPidFile(cluster.data);
  if (!left) return undefined;
  if (!runsPostgres(cluster.data, left.pid)) {
    // The number now belongs to something else, after a restart of the machine or the container.
    rmSync(join(cluster.data, "postmaster.pid"), { force: true });
    return undefined;
  }
  const lives = () => runsPostgres(cluster.data, left.pid);
  const ready = await untilAnswers(cluster, left.pid, lives);
  if (!ready) await stop(cluster); // it was about to end, or would neither answer nor end
  return ready;
}

export async function launch(
  cluster: Cluster,
  binaries: Binaries,
  settings: Settings,
  port?: number,
) {
  endOrphans(cluster.data);
  for (let attempt = 1; ; attempt++) {
    const logged = Bun.file(cluster.log).size;
    const command = binaries.command("postgres", [
      `-D${cluster.data}`,
      `-p${port ?? freePort()}`,
      ...Object.entries({ ...DEFAULTS, ...settings }).map(([name, value]) => `-c${name}=${value}`),
    ]);
    const log = openSync(cluster.log, "a", 0o600);
    const child = Bun.spawn({
      ...command,
      env: bareEnvironment(),
      stdio: ["ignore", log, log],
      detached: true, // Ctrl-C goes to the whole group, and Postgres must outlive the requests under way
    });
    closeSync(log);
    child.unref();
    const lives = () => child.exitCode === null && child.signalCode === null;
    const running = await untilAnswers(cluster, child.pid, lives);
    if (running) return running;
    if (lives())
      throw new StartError(`Postgres (process ${child.pid}) does not answer; see ${cluster.log}`);
    const said = readFileSync(cluster.log, "utf8").slice(logged);
    if (attempt === 3 || !said.includes("Address already in use"))
      throw new StartError(`Postgres did not start:\n${said}`);
  }
}

/** In order, and more firmly where that is not answered: the log makes up for what was not written out. */
const WAYS_TO_STOP = [
  ["SIGINT", 4000],
  ["SIGQUIT", 6000], // it kills what does not end within five seconds
  ["SIGKILL", 1000],
] as const;

/** Ends every connection, writes everything out and stops; returns when another start would be safe. */
export async function stop(cluster: Cluster): Promise<void> {
  const pid = readPidFile(cluster.data)?.pid;
  if (pid === undefined) return;
  const hasStopped = () => !runsPostgres(cluster.data, pid);
  for (const [signal, patience] of WAYS_TO_STOP) {
    if (hasStopped()) return;
    try {
      process.kill(pid, signal);
    } catch {} // it has just ended
    if (await eventually(hasStopped, patience)) return;
  }
  throw new Error(`Postgres (process ${pid}) does not stop; see ${cluster.log}`);
}

/** A running Postgres: the process and where it listens. Undefined when it ends before it answers, or does neither. */
async function untilAnswers(cluster: Cluster, pid: number, lives: () => boolean) {
  const begun = performance.now();
  let lastHeard = begun;
  while (lives()) {
    const file = readPidFile(cluster.data);
    const answer = file?.pid === pid ? await answerOf(cluster, file) : "silence";
    if (answer === "ready" && file) return { pid, port: file.port };
    const now = performance.now();
    if (answer === "starts") lastHeard = now;
    if (now - lastHeard > SILENCE_PATIENCE || now - begun > REPLAY_PATIENCE) return undefined;
    await Bun.sleep(file?.state === "ready" ? ASK_PAUSE : READ_PAUSE);
  }
  return undefined;
}

/** Whether it lets anybody in at this moment. */
export const answers = (cluster: Cluster, port: number): Promise<boolean> =>
  answerOf(cluster, { port, state: "ready" }).then(
    (answer) => answer === "ready",
    () => false,
  );

/** The file says 'ready' also while the log is replayed after a crash: then only the server knows. */
async function answerOf(cluster: Cluster, { port, state }: { port: number; state?: string }) {
  if (state !== "ready") return state === "starting" ? "starts" : "silence";
  const { password } = cluster;
  const sql = postgres({
    ...{ host: "127.0.0.1", port, user: SUPERUSER, password, database: "postgres" },
    ...{ max: 1, connect_timeout: 5, fetch_types: false, onnotice: () => {} },
  });
  try {
    await sql`select 1`;
    return "ready";
  } catch (error) {
    if (!isDatabaseLost(error)) throw error;
    const ends = error instanceof Error && error.message.includes("shutting down");
    return error instanceof postgres.PostgresError && !ends ? "starts" : "silence";
  } finally {
    await sql.end({ timeout: 1 });
  }
}

async function eventually(condition: () => boolean, patience: number): Promise<boolean> {
  const end = performance.now() + patience;
  while (!condition()) {
    if (performance.now() > end) return false;
    await Bun.sleep(5);
  }
  return true;
}

/** Free a moment ago; when somebody else takes it first, the launch is tried again with another. */
function freePort(): number {
  const probe = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  probe.stop(true);
  return probe.port;
}
