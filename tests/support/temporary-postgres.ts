import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { claimDataDir, DataDirInUse } from "#api/platform/data-dir.ts";
import { bootstrap } from "#api/platform/embedded/bootstrap.ts";
import { readPidFile, runsPostgres } from "#api/platform/embedded/pid-file.ts";
import { type EmbeddedPostgres, startPostgres } from "#api/platform/embedded/postgres.ts";

const PREFIX = "kinora-postgres-";

/** Nothing here outlives the run, so nothing waits for the disk. */
const FAST = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  max_connections: "200",
  shared_buffers: "48MB",
};

/** A Postgres in a directory of its own, prepared for the first migration; `stop` removes it all. */
export async function temporaryPostgres(): Promise<EmbeddedPostgres> {
  const directory = mkdtempSync(join(tmpdir(), PREFIX));
  const claim = claimDataDir(directory);
  const server = await startPostgres(join(directory, "postgres"), FAST);
  await bootstrap(server.adminUrl());
  await server.separateLogins();
  const atExit = () => endAtOnce(directory);
  process.on("exit", atExit);
  for (const signal of ENDINGS) process.on(signal, exit);
  return {
    ...server,
    async stop() {
      process.off("exit", atExit);
      for (const signal of ENDINGS) process.off(signal, exit);
      await server.stop();
      rmSync(directory, { recursive: true, force: true }); // another run's sweep may be at it as well
      claim.release();
    },
  };
}

const ENDINGS = ["SIGTERM", "SIGINT"] as const;
const exit = () => process.exit(1);

/** A run that is ended by a signal has no time to wait for anything. */
function endAtOnce(directory: string): void {
  const data = join(directory, "postgres/data");
  const pid = readPidFile(data)?.pid;
  if (pid === undefined) return;
  process.kill(pid, "SIGQUIT");
  while (runsPostgres(data, pid)) Bun.sleepSync(10);
  rmSync(directory, { recursive: true, force: true });
}

const MINUTE = 60_000;

/** Ends what earlier runs left behind when they were killed. */
export async function sweepTemporaryPostgres(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    if (name.startsWith(PREFIX)) await sweep(join(tmpdir(), name));
  }
}

async function sweep(directory: string): Promise<void> {
  const made = statSync(directory, { throwIfNoEntry: false })?.birthtimeMs ?? Date.now();
  if (Date.now() - made < MINUTE) return; // it may not be claimed yet
  try {
    const claim = claimDataDir(directory);
    const home = join(directory, "postgres");
    if (existsSync(join(home, "data/postmaster.pid"))) await (await startPostgres(home)).stop();
    rmSync(directory, { recursive: true, force: true });
    claim.release();
  } catch (error) {
    if (!(error instanceof DataDirInUse)) throw error;
    // Another run is at work in this directory.
  }
}
