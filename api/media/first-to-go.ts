import { readFileSync, writeFileSync } from "node:fs";
import { constants, setPriority, totalmem } from "node:os";

/** People who watch or upload come before work that can be done later: with the processor, and with memory. */
export function mayTakeFirst(
  pid: number,
  priority = constants.priority.PRIORITY_BELOW_NORMAL,
): void {
  setPriority(pid, priority);
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, "1000");
  } catch {} // another system than Linux, which asks nobody; or it has ended
}

/** The memory of this machine, or as much of it as we may use. */
export const machineMemory = () => Math.min(totalmem(), process.constrainedMemory() || totalmem());

/** Where the kernel keeps its counters; a test keeps its own. */
export const kernel = { counters: "/proc/vmstat" };

/** Tells afterwards whether the kernel has killed anything for memory meanwhile: somebody else's kill is tried again. */
export function watchKills(): () => boolean {
  const before = killedForMemory();
  return () => killedForMemory() > before;
}

function killedForMemory(): number {
  try {
    return Number(/^oom_kill (\d+)$/m.exec(readFileSync(kernel.counters, "utf8"))?.[1] ?? 0);
  } catch {
    return 0; // another system than Linux, which does not tell
  }
}
