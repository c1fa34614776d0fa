import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** The processes of the Postgres in this data directory whose title begins so ("startup", "checkpointer", "postgres kinora"). */
export function postgresProcesses(data: string, title: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => titleIn(data, pid)?.startsWith(`postgres: ${title}`))
    .map(Number);
}

function titleIn(data: string, pid: string): string | undefined {
  try {
    if (readlinkSync(`/proc/${pid}/cwd`) !== data) return undefined;
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return undefined; // it has ended
  }
}
