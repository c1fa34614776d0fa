import { type Job, PgBoss } from "pg-boss";
import type { Logger } from "pino";
import type postgres from "postgres";
import type { z } from "zod";
import { bossDatabase, within } from "./boss-database.ts";
import { PATIENCE, type Sql } from "./database.ts";
import { HEARTBEAT_SECONDS } from "./job-attempts.ts";
import { givenUp, openClaims } from "./job-claims.ts";
import { type Lane, startLane } from "./job-lane.ts";
import { openQueues, type Queues } from "./job-queues.ts";
import { JOB_SCHEMA } from "./job-schema.ts";
import { outageOf } from "./outage.ts";

/** A kind of work: what it is called, what it is told, and how patient we are with it. */
export interface JobKind<Data extends object = object> {
  name: string;
  data: z.ZodType<Data>;
  /** Tries after the first, each later than the one before. */
  retries?: number;
  /** An attempt that takes longer is given up and tried again. */
  longestSeconds?: number;
  /** So many run at the same time in one process; without it, one after the other. */
  atOnce?: number;
  /** None begins while a job of these waits or runs; but nobody is kept waiting for ever. */
  after?: readonly Pick<JobKind, "name">[];
}

export interface SendOptions {
  afterSeconds?: number;
  /** Whose work it is: accounts take turns. */
  account?: string | undefined;
  /** Somebody waits for it: it goes before what else waits. */
  isUrgent?: boolean;
}

interface Attempt {
  /** Nobody wants the outcome any more: the server stops, or the time is over. */
  signal: AbortSignal;
  account: string | undefined;
}

export type JobHandler<Data> = (data: Data, attempt: Attempt) => Promise<void>;

interface FailedJob {
  id: string;
  name: string;
  data: unknown;
  reason: string;
  failed_at: Date;
}

/** Work that must happen although nobody waits for it: kept in Postgres, shared by all processes. */
export interface Jobs {
  /** With a transaction the job exists if and only if that commits. */
  send<D extends object>(
    sql: Sql | null,
    kind: JobKind<D>,
    data: D,
    options?: SendOptions,
  ): Promise<void>;
  /** `whenGivenUp` runs once the last try has failed; what was interrupted by a stop or a kill spends no try. */
  work<D extends object>(
    kind: JobKind<D>,
    handler: JobHandler<D>,
    whenGivenUp?: JobHandler<D>,
  ): Promise<void>;
  /** Runs now and again every so often, once for all processes together. */
  repeat(kind: JobKind, everySeconds: number): Promise<void>;
  /** A look that costs nothing, by each process for itself. */
  look(everySeconds: number, what: string, act: () => Promise<unknown>): void;
  failed(limit: number): Promise<FailedJob[]>;
  stop(): Promise<void>;
}

export interface JobsOptions {
  pool: postgres.Sql;
  log: Logger;
  /** No other process works on this database: what was active when we start, died with its process. */
  isAlone?: boolean;
  /** Their queues are made together; another's is made when it is first sent or worked on. */
  kinds?: readonly Patience[];
  /** New jobs are announced; this finds those whose announcement was lost. */
  pollSeconds?: number;
}

/** What a queue must know of its kind. */
type Patience = Pick<JobKind, "name" | "retries" | "longestSeconds">;

/** A process that was silent for so long is dead; and so often somebody looks for such. */
const SILENT_SECONDS = 8 * HEARTBEAT_SECONDS;
const LOOK_SECONDS = 15;
const STOP_MILLISECONDS = 5000;
const UNREADABLE = "the job queue cannot be read";

export async function startJobs(options: JobsOptions): Promise<Jobs> {
  const { pool, log, isAlone = false, kinds = [], pollSeconds = 10 } = options;
  const lanes: Lane[] = [];
  const sent = new Set<string>();
  const boss = await startBoss(options, lanes, sent);
  const [claims, outage] = [openClaims(boss, pool, JOB_SCHEMA), outageOf(log, UNREADABLE)];
  await claims.giveBackDead(isAlone ? "all" : SILENT_SECONDS);
  // Read once it is heard what is sent: some forty lanes begin, and most have nothing to look for.
  for (const queue of await waitingQueues(pool)) sent.add(queue);
  const { look, stopLooking } = looking(log);
  look(LOOK_SECONDS, "job queue", () => claims.giveBackDead(SILENT_SECONDS));
  const ensure = ensuring(await openQueues(boss, pool, JOB_SCHEMA));
  await ensure(...kinds);

  return {
    async send(sql, kind, data, { afterSeconds, account, isUrgent } = {}) {
      await ensure(kind);
      await boss.send(kind.name, data, {
        db: sql ? within(sql) : within(pool, PATIENCE.call),
        ...(afterSeconds && { startAfter: afterSeconds }),
        ...(account && { group: { id: account } }),
        ...(isUrgent && { priority: 1 }),
      });
    },

    async work(kind, handler, whenGivenUp = async () => {}) {
      await ensure(kind);
      const { name, atOnce = 1 } = kind;
      const after = (kind.after ?? []).map((earlier) => earlier.name);
      const whenEnded = () => wake(lanes.filter((lane) => lane.after.includes(name)));
      const shared = { boss, claims, log, outage, pollSeconds, whenEnded };
      const begin = (lane: Lane) => {
        lanes.push(lane);
        if (sent.has(lane.queue)) lane.wake();
      };
      const handle = handled(kind, handler, log);
      const handleGivenUp = handled(kind, whenGivenUp, log);
      const lost = { queue: givenUp(name), after: [], atOnce: 1, handle: handleGivenUp };
      begin(startLane({ ...shared, queue: name, after, atOnce, handle }));
      begin(startLane({ ...shared, ...lost }));
    },

    async repeat(kind, everySeconds) {
      await ensure(kind);
      const send = () => boss.send(kind.name, {}, { singletonSeconds: everySeconds });
      look(everySeconds, kind.name, send);
      // Alone, a new start means that something may have been left undone: it looks at once.
      await (isAlone ? boss.send(kind.name, {}) : send());
    },

    look,
    failed: (limit) => failedJobs(pool, limit),

    async stop() {
      stopLooking();
      await Promise.all(lanes.map((lane) => lane.stop(STOP_MILLISECONDS)));
      await boss.stop({ graceful: false, close: false });
    },
  };
}

function looking(log: Logger): Pick<Jobs, "look"> & { stopLooking(): void } {
  const timers: NodeJS.Timeout[] = [];
  return {
    look(everySeconds, what, act) {
      const outage = outageOf(log, what);
      timers.push(setInterval(() => act().then(outage.isOver, outage.met), everySeconds * 1000));
    },
    stopLooking() {
      for (const timer of timers) clearInterval(timer);
    },
  };
}

/** Whoever waits for jobs hears of each that is sent, by any process. */
async function startBoss(
  { pool, log }: JobsOptions,
  lanes: readonly Lane[],
  sent: Set<string>,
): Promise<PgBoss> {
  const boss = new PgBoss({
    db: bossDatabase(pool, {
      onSent(queue) {
        sent.add(queue);
        wake(lanes.filter((lane) => lane.queue === queue));
      },
      onReconnect: () => wake(lanes),
    }),
    schema: JOB_SCHEMA,
    schedule: false,
    useListenNotify: true,
    superviseIntervalSeconds: LOOK_SECONDS,
    monitorIntervalSeconds: LOOK_SECONDS,
  });
  boss.on("error", (error) => log.error({ err: error }, "job queue"));
  return boss.start();
}

function wake(lanes: readonly Lane[]): void {
  for (const lane of lanes) lane.wake();
}

/** The queues of a kind are made once; a failure is no reason not to try again. */
function ensuring(queues: Queues): (...kinds: Patience[]) => Promise<void> {
  const known = new Map<string, Promise<void>>();
  return async (...kinds) => {
    const fresh = kinds.filter(({ name }) => !known.has(name));
    const made = queues.ensure(fresh.flatMap(queuesOf));
    for (const { name } of fresh) known.set(name, made);
    made.catch(() => {
      for (const { name } of fresh) known.delete(name);
    });
    await Promise.all(kinds.map(({ name }) => known.get(name)));
  };
}

function queuesOf({ name, retries = 5, longestSeconds = 900 }: Patience) {
  const patience = { retryBackoff: true, retryDelay: 1, retryDelayMax: 3600, notify: true };
  const shared = { ...patience, heartbeatSeconds: null, expireInSeconds: longestSeconds };
  return [
    { ...shared, name: givenUp(name), retryLimit: 20 },
    { ...shared, name, retryLimit: retries, deadLetter: givenUp(name) },
  ];
}

/** What is kept in the queue is parsed like anything that comes from outside; what goes wrong is told. */
function handled<D extends object>(kind: JobKind<D>, handler: JobHandler<D>, log: Logger) {
  return async (job: Job<object>, signal: AbortSignal): Promise<void> => {
    try {
      await handler(kind.data.parse(job.data), { signal, account: job.groupId ?? undefined });
    } catch (error) {
      const facts = { err: error, job: job.id, queue: job.name, attempt: job.retryCount + 1 };
      if (signal.aborted) log.info(facts, "job interrupted");
      else log.error(facts, "job failed");
      throw error;
    }
  };
}

/** Those in which jobs wait, for their turn or for their time. */
async function waitingQueues(pool: postgres.Sql): Promise<string[]> {
  const rows = await pool<{ name: string }[]>`
    select distinct name from ${pool(JOB_SCHEMA)}.job where state < 'active' and not blocked
  `;
  return rows.map(({ name }) => name);
}

async function failedJobs(pool: postgres.Sql, limit: number): Promise<FailedJob[]> {
  return pool<FailedJob[]>`
    select id, name, data, coalesce(output->>'message', output->'value'->>'message', '') as reason,
           completed_on as failed_at
      from ${pool(JOB_SCHEMA)}.job
     where state = 'failed'
     order by completed_on desc
     limit ${limit}
  `;
}
