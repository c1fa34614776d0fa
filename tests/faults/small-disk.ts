import { rmdirSync } from "node:fs";
import { newDataDir } from "#tests/support/server-process.ts";

export interface SmallDisk {
  path: string;
  remove(): void;
}

/** Room for a server, its reserve and what it leaves free, and little more. */
const SIZE = "700m";

/** A file system of its own in memory; nothing where this user may not mount one. */
export function smallDisk(): SmallDisk | undefined {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return undefined;
  const path = newDataDir();
  const mounted = run("mount", "-t", "tmpfs", "-o", `size=${SIZE},mode=700`, "none", path);
  const remove = () => {
    if (mounted) run("umount", "-l", path);
    rmdirSync(path);
  };
  if (mounted) return { path, remove };
  remove();
  return undefined;
}

function run(...command: string[]): boolean {
  try {
    return Bun.spawnSync(command, { stdio: ["ignore", "ignore", "ignore"] }).success;
  } catch {
    return false; // no such program
  }
}
