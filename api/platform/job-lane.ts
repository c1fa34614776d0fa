import type { JobWithMetadata, PgBoss } from "pg-boss";
import { type AttemptsOptions, keepAttempts } from "./job-attempts.ts";
import type { Outage } from "./outage.ts";

/** What one process does of one queue. */
export interface Lane {
  queue: string;
  /** The queues whose jobs go first. */
  after: readonly string[];
  /** There may be something to do. */
  wake(): void;
  stop(milliseconds: number): Promise<void>;
}

export interface LaneOptions extends AttemptsOptions {
  boss: PgBoss;
  after: readonly string[];
  /** Whoever stands behind this queue may look again. */
  whenEnded(): void;
  /** One for all lanes: they ask the same database. */
  outage: Outage;
  /** Sending wakes us; this finds what was sent while nobody could tell us. */
  pollSeconds: number;
}

/** What has stood behind others for so long begins all the same. */
const LONGEST_BEHIND_SECONDS = 600;

/** No job is looked for more often than this while none can be had. */
const SHORTEST_WAIT_SECONDS = 0.1;

/** It looks when it is woken, and every so often. */
export function startLane(options: LaneOptions): Lane {
  const { boss, claims, outage, queue, after, pollSeconds } = options;
  const next = inTurns(boss, queue);
  let isStopped = false;
  let isCalled = false;
  let isLooking = false;
  let looked: Promise<void> = Promise.resolve();
  const wake = () => {
    isCalled = true;
    if (!isStopped && !isLooking) looked = look();
  };
  let timer = setTimeout(wake, pollSeconds * 1000);
  const attempts = keepAttempts(options, () => {
    wake();
    options.whenEnded();
  });

  async function look(): Promise<void> {
    isLooking = true;
    clearTimeout(timer);
    let wait = pollSeconds;
    while (isCalled && !isStopped) {
      isCalled = false;
      wait = await fill().catch((error: unknown) => {
        outage.met(error);
        return pollSeconds;
      });
    }
    isLooking = false;
    if (!isStopped) timer = setTimeout(wake, wait * 1000);
  }

  /** Begins what may be begun; the seconds until there may be more. */
  async function fill(): Promise<number> {
    while (attempts.hasRoom() && !isStopped) {
      if (!(await claims.mayBegin(queue, after, LONGEST_BEHIND_SECONDS))) return pollSeconds;
      const job = await next();
      outage.isOver();
      if (job) attempts.begin(job);
      else {
        const due = (await claims.secondsUntilDue(queue)) ?? pollSeconds;
        return Math.min(Math.max(due, SHORTEST_WAIT_SECONDS), pollSeconds);
      }
    }
    return pollSeconds; // whatever ends wakes us
  }

  return {
    queue,
    after,
    wake,
    async stop(milliseconds) {
      isStopped = true;
      clearTimeout(timer);
      await looked;
      await attempts.stop(milliseconds);
    },
  };
}

/** Accounts take turns: whoever had one waits until each of the others that have work had one, too. */
function inTurns(boss: PgBoss, queue: string) {
  const served = new Set<string>();
  const whole = { includeMetadata: true } as const;
  return async (): Promise<JobWithMetadata<object> | undefined> => {
    let [job] = await boss.fetch<object>(queue, { ...whole, ignoreGroups: [...served] });
    if (!job && served.size > 0) {
      served.clear();
      [job] = await boss.fetch<object>(queue, whole);
    }
    if (job?.groupId) served.add(job.groupId);
    return job;
  };
}
