import { writeSync } from "node:fs";
import { workerData } from "node:worker_threads";
import { GAVE_UP, type Orders } from "./watch.ts";

const LOOK_MS = 100;

const { allowance, furthest }: Orders = workerData;
const secondsAtStart = secondsOfProcessor();
let secondsAtAdvance = secondsAtStart;
let seen = 0;
setInterval(() => {
  const now = Atomics.load(furthest, 0);
  const seconds = secondsOfProcessor();
  if (now !== seen) secondsAtAdvance = seconds;
  seen = now;
  const isTooMuch =
    seconds - secondsAtStart > allowance.seconds ||
    seconds - secondsAtAdvance > allowance.secondsWithoutAdvance ||
    process.memoryUsage.rss() > allowance.bytesOfMemory;
  if (isTooMuch) giveUp();
}, LOOK_MS);

for await (const _ of Bun.stdin.stream());
end();

function secondsOfProcessor(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

function giveUp() {
  writeSync(1, `${GAVE_UP}\n`);
  end();
}

/** At once: the other thread may be in a loop that hears nothing. */
function end() {
  process.kill(process.pid, "SIGKILL");
}
