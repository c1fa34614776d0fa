import { readdirSync, readFileSync } from "node:fs";

/** Bytes that a process and all it started hold: shared pages are divided among their users (PSS). Linux only. */
export function memoryOf(pid: number): number {
  const parents = new Map(
    readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), parentOf(Number(name))]),
  );
  const family = new Set([pid]);
  // A child may have a lower number than its parent: repeat until nobody joins.
  for (let size = 0; size !== family.size; ) {
    size = family.size;
    for (const [child, parent] of parents) if (parent && family.has(parent)) family.add(child);
  }
  return [...family].reduce((sum, member) => sum + proportionalSize(member), 0);
}

function parentOf(pid: number): number | undefined {
  const [, parent] = /^PPid:\s+(\d+)/m.exec(read(`/proc/${pid}/status`)) ?? [];
  return parent === undefined ? undefined : Number(parent);
}

function proportionalSize(pid: number): number {
  const [, kilobytes] = /^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`)) ?? [];
  return Number(kilobytes ?? 0) * 1024;
}

/** A process may end while we look. */
function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
