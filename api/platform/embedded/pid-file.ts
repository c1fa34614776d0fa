import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** `postmaster.pid`, line by line: process, directory, start, port, socket, address, memory, state. */
export function readPidFile(data: string) {
  try {
    const lines = readFileSync(join(data, "postmaster.pid"), "utf8").split("\n");
    const pid = Number(lines[0]);
    return pid > 0 ? { pid, port: Number(lines[3]), state: lines[7]?.trim() } : undefined;
  } catch {
    return undefined;
  }
}

/** Linux can tell; elsewhere a process of that number is taken for Postgres, as Postgres itself does. */
export function runsPostgres(data: string, pid: number): boolean {
  if (process.platform !== "linux") return isAlive(pid);
  try {
    const given = argumentsOf(pid).find((argument) => argument.startsWith("-D"));
    return given !== undefined && isSame(given.slice(2), data);
  } catch {
    return false;
  }
}

/** Whether two paths lead to one directory: a link gives it another name. */
function isSame(one: string, other: string): boolean {
  const [{ dev, ino }, found] = [statSync(one), statSync(other)];
  return dev === found.dev && ino === found.ino;
}

/** A process that has ended may stay in the table of processes; it has no arguments any more. */
const argumentsOf = (pid: number | string) =>
  readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/**
 * Children of a killed postmaster hold on to its memory, and no other can start until that is free. Most end by
 * themselves at once; a child that is computing ends only when it is done.
 */
export function endOrphans(data: string): void {
  if (process.platform !== "linux") return;
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      if (!isSame(`/proc/${pid}/cwd`, data)) continue;
      if (argumentsOf(pid)[0]?.startsWith("postgres: ")) process.kill(Number(pid), "SIGKILL");
    } catch {} // it has ended, or is somebody else's
  }
}
