import { Database } from "bun:sqlite";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { adviceFor, StartError } from "./start-error.ts";

/**
 * Makes the directory ours until this process ends. The lock is the kernel's (SQLite takes it for us
 * on every system), so it goes with the process, however that dies: a crash never leaves a stale one.
 */
export function claimDataDir(directory: string) {
  const path = resolve(directory);
  let lock: Database | undefined;
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    lock = new Database(join(path, "lock"));
    lock.run("pragma busy_timeout = 0");
    lock.run("pragma journal_mode = memory"); // a full disk has no room for a journal
    lock.run("begin exclusive");
    writeFileSync(join(path, "pid"), String(process.pid));
  } catch (error) {
    lock?.close();
    if (!(error instanceof Error)) throw error;
    if ("code" in error && error.code === "SQLITE_BUSY") throw new DataDirInUse(path);
    const advice = adviceFor(error) ?? "Set another directory.";
    throw new StartError(`DATA_DIR: ${path} cannot be used (${error.message}). ${advice}`);
  }
  return { path, release: () => lock.close() };
}

export class DataDirInUse extends StartError {
  constructor(path: string) {
    super(
      `Kinora is already running on ${path} (process ${readPid(path)}). ` +
        "Stop it first, or give this one a directory of its own with DATA_DIR.",
    );
  }
}

function readPid(path: string): string {
  try {
    return readFileSync(join(path, "pid"), "utf8") || "unknown";
  } catch {
    return "unknown"; // it has claimed the directory and not written its number yet
  }
}
