/** A worker's clock: a page's own timers are slowed down while it is hidden. */
export function startClock(interval: number, tick: () => void): Worker {
  const worker = new Worker(new URL("./clock.worker.ts", import.meta.url), { type: "module" });
  worker.onmessage = tick;
  worker.postMessage(interval);
  return worker;
}
