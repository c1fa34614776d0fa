import { writeFileSync } from "node:fs";
import { constants, setPriority, totalmem } from "node:os";

/** Whoever watches or uploads comes before work that can be done later: with the processor, and with memory. */
export function mayTakeFirst(
  pid: number,
  priority = constants.priority.PRIORITY_BELOW_NORMAL,
): void {
  setPriority(pid, priority);
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, "1000");
  } catch {} // another system than Linux, which asks nobody; or it has ended
}

/** What this machine has, or as much of it as we may use. */
export const machineMemory = () => Math.min(totalmem(), process.constrainedMemory() || totalmem());
