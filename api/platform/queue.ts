import { type Db as BossDatabase, PgBoss } from "pg-boss";
import type { Logger } from "pino";
import type postgres from "postgres";
import type { z } from "zod";
import type { Sql } from "./database.ts";

/** A kind of work: what it is called, what it is told, and how patient we are with it. */
export interface JobKind<Data extends object = object> {
  name: string;
  data: z.ZodType<Data>;
  /** Tries after the first, each later than the one before. */
  retries?: number;
  /** An attempt that takes longer is given up and tried again. */
  longestSeconds?: number;
}

export interface SendOptions {
  afterSeconds?: number;
}

export type JobHandler<Data> = (data: Data, signal: AbortSignal) => Promise<void>;

export interface FailedJob {
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
  /** One job at a time. `whenGivenUp` runs once the last try has failed, even by the death of its process. */
  work<D extends object>(
    kind: JobKind<D>,
    handler: JobHandler<D>,
    whenGivenUp?: JobHandler<D>,
  ): Promise<void>;
  /** Runs now and again every so often, once for all processes together. */
  repeat(kind: JobKind, everySeconds: number): Promise<void>;
  failed(limit: number): Promise<FailedJob[]>;
  stop(): Promise<void>;
}

export interface JobsOptions {
  pool: postgres.Sql;
  log: Logger;
  /** No other process works on this database: what was active when we start, died with its process. */
  isAlone?: boolean;
  /** New jobs are announced; this finds those whose time to be tried again has come. */
  pollSeconds?: number;
}

const schema = "pgboss";
/** How soon the death of a process is noticed by the others: two heartbeats missed, and one look. */
const heartbeatSeconds = 15;
const lookSeconds = 15;
const stopMilliseconds = 5000;

export async function startJobs(options: JobsOptions): Promise<Jobs> {
  const { pool, log, isAlone = false, pollSeconds = 10 } = options;
  const boss = new PgBoss({
    db: bossDatabase(pool),
    schema,
    schedule: false,
    useListenNotify: true,
    superviseIntervalSeconds: lookSeconds,
    monitorIntervalSeconds: lookSeconds,
  });
  boss.on("error", (error) => log.error({ err: error }, "job queue"));
  await boss.start();
  if (isAlone) await retryAbandoned(boss, pool);

  const timers: Timer[] = [];
  const known = new Map<string, Promise<void>>();
  const ensure = (kind: JobKind) => {
    const made = known.get(kind.name) ?? createQueues(boss, kind);
    known.set(kind.name, made);
    made.catch(() => known.delete(kind.name));
    return made;
  };

  const jobs: Jobs = {
    async send(sql, kind, data, { afterSeconds } = {}) {
      await ensure(kind);
      await boss.send(kind.name, data, {
        ...(sql && { db: within(sql) }),
        ...(afterSeconds && { startAfter: afterSeconds }),
      });
    },

    async work(kind, handler, whenGivenUp) {
      await ensure(kind);
      const rest = { boss, log, pollSeconds, kind };
      await workOn(kind.name, handler, rest);
      await workOn(givenUp(kind.name), whenGivenUp ?? (async () => {}), rest);
    },

    async repeat(kind, everySeconds) {
      await ensure(kind);
      const options = { singletonSeconds: everySeconds };
      const send = () => boss.send(kind.name, {}, options).then(() => {});
      timers.push(
        setInterval(() => send().catch((err) => log.warn({ err }, kind.name)), everySeconds * 1000),
      );
      // Alone, a new start means that something may have been left undone: it looks at once.
      await (isAlone ? boss.send(kind.name, {}) : send());
    },

    failed: (limit) => failedJobs(pool, limit),

    async stop() {
      for (const timer of timers) clearInterval(timer);
      await boss.stop({ graceful: true, timeout: stopMilliseconds, close: false });
    },
  };
  return jobs;
}

const givenUp = (name: string) => `${name}.given-up`;

async function createQueues(boss: PgBoss, kind: JobKind): Promise<void> {
  const { name, retries = 5, longestSeconds = 900 } = kind;
  const patience = { retryBackoff: true, retryDelay: 1, retryDelayMax: 3600, notify: true };
  const shared = { ...patience, heartbeatSeconds, expireInSeconds: longestSeconds };
  await boss.createQueue(givenUp(name), { ...shared, retryLimit: 20 });
  await boss.createQueue(name, { ...shared, retryLimit: retries, deadLetter: givenUp(name) });
}

interface Work<D extends object> {
  boss: PgBoss;
  log: Logger;
  pollSeconds: number;
  kind: JobKind<D>;
}

async function workOn<D extends object>(
  queue: string,
  handler: JobHandler<D>,
  { boss, log, pollSeconds, kind }: Work<D>,
): Promise<void> {
  const pace = { pollingIntervalSeconds: pollSeconds, notifyPollingIntervalSeconds: pollSeconds };
  // One job per call: with more, the failure of one would repeat them all.
  await boss.work(queue, { batchSize: 1, ...pace }, async ([job]) => {
    if (!job) return;
    try {
      await handler(kind.data.parse(job.data), job.signal);
    } catch (error) {
      const facts = { err: error, job: job.id, queue, attempt: job.retryCount + 1 };
      if (job.signal.aborted) log.info(facts, "job interrupted");
      else log.error(facts, "job failed");
      throw error;
    }
  });
}

/** The same path as an attempt that failed: it is tried again, and given up after the last try. */
async function retryAbandoned(boss: PgBoss, pool: postgres.Sql): Promise<void> {
  const abandoned = await pool<{ name: string; ids: string[] }[]>`
    select name, array_agg(id) as ids from ${pool(schema)}.job where state = 'active' group by name
  `;
  for (const { name, ids } of abandoned)
    await boss.fail(name, ids, { message: "The server stopped while this ran" });
}

async function failedJobs(pool: postgres.Sql, limit: number): Promise<FailedJob[]> {
  return pool<FailedJob[]>`
    select id, name, data, coalesce(output->>'message', output->'value'->>'message', '') as reason,
           completed_on as failed_at
      from ${pool(schema)}.job
     where state = 'failed'
     order by completed_on desc
     limit ${limit}
  `;
}

/** The queue on our own connections. */
function bossDatabase(pool: postgres.Sql): BossDatabase {
  return {
    executeSql: (text, values) =>
      values?.length ? within(pool).executeSql(text, values) : runScript(pool, text),
    async listen(channel, onNotification, onReconnect) {
      const subscription = await pool.listen(channel, onNotification, onReconnect);
      return { close: () => subscription.unlisten() };
    },
  };
}

function within(sql: Sql | postgres.Sql): BossDatabase {
  return {
    async executeSql(text, values = []) {
      const parameters = values as postgres.ParameterOrJSON<never>[]; // unknown to pg-boss's types only: it sends what every driver takes
      return { rows: [...(await sql.unsafe(text, parameters))] };
    },
  };
}

/** Scripts hold several statements and their own BEGIN: one connection, and the protocol that takes such texts. */
async function runScript(pool: postgres.Sql, text: string): Promise<{ rows: postgres.Row[] }> {
  const connection = await pool.reserve();
  try {
    const results: unknown[] = await connection.unsafe(text).simple();
    return { rows: results.flat().filter(isRow) };
  } catch (error) {
    // What failed within the script's own transaction would fail everybody who has the connection next.
    await connection`rollback`.catch(() => {});
    throw error;
  } finally {
    connection.release();
  }
}

const isRow = (value: unknown): value is postgres.Row =>
  typeof value === "object" && value !== null;
