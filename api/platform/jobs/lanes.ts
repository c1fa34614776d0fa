import type { Logger } from "pino";
import { outageOf } from "#api/platform/outage.ts";
import { keepAttempts, type Worker } from "./attempts.ts";
import type { Job, JobTable, Waiting } from "./table.ts";

/** The jobs of one kind in this process. */
interface Lane extends Worker {
  atOnce: number;
  /** The kinds whose jobs go first. */
  after: readonly string[];
  /** The accounts that had a turn since each of the others that have work had one. */
  served: Set<string>;
}

interface LanesOptions {
  table: JobTable;
  log: Logger;
  /** Sending wakes us; this finds what was sent while nobody could tell us. */
  pollSeconds: number;
}

/** A job that has stood behind others for so long begins all the same. */
const LONGEST_BEHIND_SECONDS = 600;
/** No job is looked for more often than this while none can be had. */
const SHORTEST_WAIT_SECONDS = 0.1;

/** Begins what may be begun: when it is woken, when the next job is due, and every so often. */
export function openLanes({ table, log, pollSeconds }: LanesOptions) {
  const lanes = new Map<string, Lane>();
  const outage = outageOf(log, "the job queue cannot be read");
  const attempts = keepAttempts(table, log, () => looks.wake());
  const looks = keepLooking(pollSeconds, async () => {
    const waiting = await table.waiting().catch(outage.met);
    if (!waiting) return pollSeconds;
    outage.isOver();
    for (const [kind, lane] of lanes) await fill(kind, lane, waiting);
    const due = [...lanes.keys()].map((kind) => waiting.get(kind)?.due_in_seconds ?? pollSeconds);
    return Math.min(pollSeconds, Math.max(SHORTEST_WAIT_SECONDS, Math.min(...due)));
  });

  async function fill(kind: string, lane: Lane, waiting: Map<string, Waiting>): Promise<void> {
    if (!mayBegin(kind, lane, waiting)) return;
    while (attempts.count(kind) < lane.atOnce && !looks.isStopped()) {
      const job = await nextIn(table, kind, lane).catch(outage.met);
      if (!job) return;
      attempts.begin(job, lane);
      if (lane.after.length > 0) return looks.wake(); // whether another may begin is asked anew
    }
  }

  return {
    wake: looks.wake,
    open(kind: string, lane: Omit<Lane, "served">): void {
      lanes.set(kind, { ...lane, served: new Set() });
      looks.wake();
    },
    async stop(milliseconds: number): Promise<void> {
      await looks.stop();
      await attempts.stop(milliseconds);
    },
  };
}

/** Whether nothing of the kinds before this one waits or runs, or something here has waited too long for that. */
function mayBegin(kind: string, { after }: Lane, waiting: Map<string, Waiting>): boolean {
  const { due = 0, waited_seconds } = waiting.get(kind) ?? {};
  const isBusy = after.some((earlier) => {
    const first = waiting.get(earlier);
    return first !== undefined && first.running + first.due > 0;
  });
  return due > 0 && (!isBusy || (waited_seconds ?? 0) > LONGEST_BEHIND_SECONDS);
}

/** Accounts take turns: one that had its turn waits until each of the others that have work had one, too. */
async function nextIn(table: JobTable, kind: string, { served }: Lane): Promise<Job | undefined> {
  let job = await table.take(kind, [...served]);
  if (!job && served.size > 0) {
    served.clear();
    job = await table.take(kind, []);
  }
  if (job?.account) served.add(job.account);
  return job;
}

/** Looks when it is woken, and after the seconds that the last look named; never twice at the same time. */
function keepLooking(pollSeconds: number, look: () => Promise<number>) {
  let [isCalled, isStopped] = [false, false];
  let looking: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;

  async function run(): Promise<void> {
    let seconds = pollSeconds;
    while (isCalled && !isStopped) {
      isCalled = false;
      seconds = await look();
    }
    looking = null;
    if (!isStopped) timer = setTimeout(wake, seconds * 1000);
  }
  function wake(): void {
    isCalled = true;
    if (isStopped || looking) return;
    clearTimeout(timer);
    looking = run();
  }
  return {
    wake,
    isStopped: () => isStopped,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await looking;
    },
  };
}
