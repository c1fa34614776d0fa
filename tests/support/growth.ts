import { readFileSync, writeFileSync } from "node:fs";

/** The bytes by which the process's peak exceeded what it held before. */
export async function growthDuring<T>(pid: number, run: () => Promise<T>) {
  const before = await calm(pid);
  writeFileSync(`/proc/${pid}/clear_refs`, "5"); // the peak begins anew
  const value = await run();
  return { value, growth: (kilobytes(pid, "VmHWM") - before) * 1024 };
}

/** Memory that earlier work has freed goes back to the kernel bit by bit: waits until it stays the same for a second. */
async function calm(pid: number): Promise<number> {
  for (let latest: number[] = []; ; ) {
    latest = [...latest.slice(-9), kilobytes(pid, "VmRSS")];
    const [least, most] = [Math.min(...latest), Math.max(...latest)];
    if (latest.length === 10 && most - least <= 1024) return least;
    await Bun.sleep(100);
  }
}

/** The bytes that a process itself holds now. */
export const residentMemory = (pid: number) => kilobytes(pid, "VmRSS") * 1024;

function kilobytes(pid: number, what: string): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(new RegExp(`^${what}:\\s+(\\d+)`, "m").exec(status)?.[1]);
}

/**
 * The most that a process held until it ended. What the kernel says afterwards (`maxRSS`) will not do: a process that
 * is started takes over the peak of who started it.
 */
export async function peakUntilExit({ pid, exited }: Bun.Subprocess): Promise<number> {
  let [peak, hasEnded] = [0, false];
  void exited.then(() => {
    hasEnded = true;
  });
  while (!hasEnded) {
    peak = Math.max(peak, memoryPeak(pid));
    await Bun.sleep(5);
  }
  return peak;
}

/** 0 of one that has just ended. */
function memoryPeak(pid: number): number {
  try {
    return (kilobytes(pid, "VmHWM") || 0) * 1024;
  } catch {
    return 0;
  }
}

export async function lengthOf(response: Response): Promise<number> {
  let length = 0;
  for await (const chunk of response.body ?? []) length += chunk.length;
  return length;
}
