import type { Logger } from "pino";
import type postgres from "postgres";
import type { z } from "zod";
import { PATIENCE, type Sql } from "#api/platform/database.ts";
import { outageOf } from "#api/platform/outage.ts";
import { HEARTBEAT_SECONDS, type Worker } from "./attempts.ts";
import { openLanes } from "./lanes.ts";
import { CHANNEL, JobTable, type SendOptions, sendJob } from "./table.ts";

/** A kind of work: its name, its data, and how patient we are with it. */
export interface JobKind<Data extends object = object> {
  name: string;
  data: z.ZodType<Data>;
  /** Tries after the first, each later than the one before. */
  retries?: number;
  /** The same job, where it waits already, is enough: it only becomes due as early as the new one. */
  isOnce?: boolean;
  /** An attempt that takes longer is given up and tried again. */
  longestSeconds?: number;
  /** Jobs of this kind that run at the same time in one process; without it, one after the other. */
  atOnce?: number;
  /** No job of this kind begins while one of these waits or runs; but none is kept waiting for ever. */
  after?: readonly Pick<JobKind, "name">[];
}

interface Attempt {
  /** Aborted when nobody wants the outcome any more: the server stops, or the time is over. */
  signal: AbortSignal;
  account: string | undefined;
  isUrgent: boolean;
}

export type JobHandler<Data> = (data: Data, attempt: Attempt) => Promise<unknown>;

/** Work that must happen although nobody waits for it: kept in Postgres, shared by all processes. */
export type Jobs = Awaited<ReturnType<typeof startJobs>>;

export interface JobsOptions {
  pool: postgres.Sql;
  log: Logger;
  /** No other process works on this database: jobs that were active when we start died with their process. */
  isAlone?: boolean;
  /** New jobs are announced; polling finds those whose announcement was lost. */
  pollSeconds?: number;
}

/** A process that was silent for so long is dead; and so often a living one looks for dead ones. */
const SILENT_SECONDS = 8 * HEARTBEAT_SECONDS;
const LOOK_SECONDS = 15;
const FORGET_SECONDS = 3600;
const STOP_MILLISECONDS = 5000;

export async function startJobs(options: JobsOptions) {
  const { pool, log, isAlone = false, pollSeconds = 10 } = options;
  const table = new JobTable(pool);
  const lanes = openLanes({ table, log, pollSeconds });
  const timers: NodeJS.Timeout[] = [];
  /** A cheap check, which each process makes for itself. */
  const look = (everySeconds: number, what: string, act: () => Promise<unknown>): void => {
    const outage = outageOf(log, what);
    timers.push(setInterval(() => act().then(outage.isOver, outage.met), everySeconds * 1000));
  };
  await table.giveBackDead(isAlone ? "all" : SILENT_SECONDS);
  // Jobs that were sent while the connection was broken are found when it is back.
  const listening = await pool.listen(CHANNEL, lanes.wake, lanes.wake);
  look(LOOK_SECONDS, "job queue", judging(table));
  look(FORGET_SECONDS, "failed jobs", () => table.forgetFailed());

  return {
    /** With a transaction, the job exists if and only if that transaction commits. */
    async send<D extends object>(
      sql: Sql | null,
      kind: JobKind<D>,
      data: D,
      wish?: SendOptions,
    ): Promise<void> {
      const send = (within: Sql) => sendJob(within, kind, data, wish);
      await (sql ? send(sql) : pool.begin("", send, PATIENCE.call));
    },

    /** `whenGivenUp` runs once the last try has failed; an attempt that a stop or a kill interrupts spends no try. */
    work<D extends object>(
      kind: JobKind<D>,
      handler: JobHandler<D>,
      whenGivenUp: JobHandler<D> = async () => {},
    ): void {
      const { name, retries = 5, longestSeconds = 900, atOnce = 1, after = [] } = kind;
      const handle = handled(kind, handler, whenGivenUp, log);
      const names = after.map((earlier) => earlier.name);
      lanes.open(name, { retries, longestSeconds, atOnce, handle, after: names });
    },

    /** Runs at the start and then every so many seconds, once for all processes together. */
    async repeat({ name }: JobKind, everySeconds: number): Promise<void> {
      const send = () => table.sendOnce(name, everySeconds);
      look(everySeconds, name, send);
      // A single process that starts may have left work undone: it runs the job at once.
      await (isAlone ? sendJob(pool, { name }, {}) : send());
    },

    look,

    async stop(): Promise<void> {
      for (const timer of timers) clearInterval(timer);
      await lanes.stop(STOP_MILLISECONDS);
      await listening.unlisten();
    },
  };
}

/** While the database was away, or this machine asleep, nobody could say that they live: the next look judges nobody. */
function judging(table: JobTable) {
  let lookedAt = Date.now();
  return async () => {
    const mayJudge = Date.now() - lookedAt < SILENT_SECONDS * 1000;
    await (mayJudge ? table.giveBackDead(SILENT_SECONDS) : table.waiting());
    lookedAt = Date.now();
  };
}

/** Data from the queue is parsed like any data from outside; an error is logged. */
function handled<D extends object>(
  kind: JobKind<D>,
  handler: JobHandler<D>,
  whenGivenUp: JobHandler<D>,
  log: Logger,
): Worker["handle"] {
  return async (job, signal) => {
    try {
      const attempt = { signal, account: job.account ?? undefined, isUrgent: job.urgent };
      await (job.has_failed ? whenGivenUp : handler)(kind.data.parse(job.data), attempt);
    } catch (error) {
      const facts = { err: error, job: job.id, kind: job.kind, attempt: job.tries + 1 };
      if (signal.aborted) log.info(facts, "job interrupted");
      else log.error(facts, "job failed");
      throw error;
    }
  };
}
