import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { kernel } from "#api/media/first-to-go.ts";
import { atEndOfFile } from "./cleanup.ts";
import { temporaryDirectory } from "./temporary-directory.ts";

/** From now on this test file is the kernel that counts; the returned function counts one more killed for memory. */
export function kernelThatCounts(): () => void {
  const { counters } = kernel;
  atEndOfFile(() => {
    kernel.counters = counters;
  });
  kernel.counters = join(temporaryDirectory(), "vmstat");
  let killed = 0;
  const count = () => writeFileSync(kernel.counters, `nr_free_pages 1\noom_kill ${killed++}\n`);
  count();
  return count;
}
