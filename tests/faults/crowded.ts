const SPIN_MS = 50;

/** How many times longer work takes than it would alone here: wall time by the processor's, of a short spin. */
export function crowded(): number {
  const [begun, used] = [performance.now(), process.cpuUsage()];
  let spent = 0;
  while (spent < SPIN_MS) {
    const { user, system } = process.cpuUsage(used);
    spent = (user + system) / 1000;
  }
  return Math.max(1, (performance.now() - begun) / spent);
}
