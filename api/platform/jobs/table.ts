import type postgres from "postgres";
import type { Sql } from "#api/platform/database.ts";

/** An attempt at a job. Of a job that has failed, only its consequences are left to do. */
export interface Job {
  id: string;
  kind: string;
  data: unknown;
  account: string | null;
  urgent: boolean;
  /** The number of attempts that failed. */
  tries: number;
  attempt: string;
  has_failed: boolean;
}

/** The jobs of one kind. */
export interface Waiting {
  running: number;
  due: number;
  /** Seconds since the first of the due jobs could have begun. */
  waited_seconds: number | null;
  /** Seconds until the next job is due; null without one. */
  due_in_seconds: number | null;
}

export interface SendOptions {
  afterSeconds?: number;
  /** The account that the work is for: accounts take turns. */
  account?: string | undefined;
  /** Somebody waits for the job: it goes before all others that wait. */
  isUrgent?: boolean;
}

/** The channel on which processes hear of which kind there is a new job. */
export const CHANNEL = "kinora_jobs";

/** So often a server may die over one job before the job counts as the cause. */
const MOST_DEATHS = 25;
const DEADLY = "The server died whenever it did this";
/** Tries at the consequences of a failure. */
const TRIES_AT_CONSEQUENCES = 20;
const LONGEST_PAUSE_SECONDS = 3600;
const FAILED_KEPT = "30 days";

export async function sendJob(
  sql: Sql | postgres.Sql,
  { name, isOnce = false }: { name: string; isOnce?: boolean },
  data: object,
  { afterSeconds = 0, account, isUrgent = false }: SendOptions = {},
): Promise<void> {
  const given = sql`${JSON.stringify(data)}::text::jsonb`;
  const due = sql`now() + ${afterSeconds} * interval '1 second'`;
  await sql`
    with waiting as (
      update private.jobs set due_at = least(due_at, ${due})
       where ${isOnce} and kind = ${name} and data = ${given}
         and attempt is null and failed_at is null and due_at is not null
      returning id
    ), sent as (
      insert into private.jobs (kind, data, account, urgent, due_at)
      select ${name}, ${given}, ${account ?? null}, ${isUrgent}, ${due}
       where not exists (select from waiting)
    )
    select pg_notify(${CHANNEL}, ${name})
  `;
}

/** `private.jobs`, as a process sees it that works. An interrupted attempt does not count as failed. */
export class JobTable {
  constructor(private readonly pool: postgres.Sql) {}

  async waiting(): Promise<Map<string, Waiting>> {
    const rows = await this.pool<(Waiting & { kind: string })[]>`
      select kind, count(attempt)::int as running, count(*) filter (where may_begin)::int as due,
             extract(epoch from now() - min(due_at) filter (where may_begin))::float8 as waited_seconds,
             extract(epoch from min(due_at) filter (where due_at > now() and attempt is null) - now())::float8
               as due_in_seconds
        from (select *, attempt is null and due_at <= now() as may_begin
                from private.jobs where due_at is not null) jobs
       group by kind
    `;
    return new Map(rows.map(({ kind, ...waiting }) => [kind, waiting]));
  }

  /** Begins the job whose turn it is, leaving out jobs of these accounts. */
  async take(kind: string, but: readonly string[]): Promise<Job | undefined> {
    const [job] = await this.pool<Job[]>`
      update private.jobs set attempt = gen_random_uuid(), alive_at = now()
       where id = (select id from private.jobs
                    where kind = ${kind} and attempt is null and due_at <= now()
                      and (account is null or account <> all (${but}))
                    order by urgent desc, sent_at, id limit 1 for update skip locked)
      returning id, kind, data, account, urgent, tries, attempt, failed_at is not null as has_failed
    `;
    return job;
  }

  /** Notes that these attempts are alive; returns those that this process still holds. */
  async touch(attempts: readonly string[]): Promise<string[]> {
    const rows = await this.pool<{ attempt: string }[]>`
      update private.jobs set alive_at = now() where attempt = any (${attempts}) returning attempt
    `;
    return rows.map(({ attempt }) => attempt);
  }

  async done({ attempt, has_failed }: Job): Promise<void> {
    const sql = this.pool;
    if (has_failed) await this.#end(sql`due_at = null`, sql`attempt = ${attempt}`);
    else await sql`delete from private.jobs where attempt = ${attempt}`;
  }

  /** The job is tried again after a pause, each time a longer one, or this was the last try. */
  async fail({ attempt, has_failed }: Job, reason: string, retries: number): Promise<void> {
    const sql = this.pool;
    const again = sql`tries < ${has_failed ? TRIES_AT_CONSEQUENCES : retries}`;
    const pause = sql`least(2 ^ least(tries, 20), ${LONGEST_PAUSE_SECONDS}) * (0.5 + random() / 2)`;
    await this.#end(
      sql`
        due_at = case when ${again} then now() + ${pause} * interval '1 second'
                      when failed_at is null then now() end,
        failed_at = case when ${again} then failed_at else coalesce(failed_at, now()) end,
        reason = case when failed_at is null then ${reason} else reason end,
        tries = case when ${again} then tries + 1 else 0 end
      `,
      sql`attempt = ${attempt}`,
    );
  }

  /** The server stops: another process takes the job up again, and no try is spent. */
  async giveBack({ attempt }: Job): Promise<void> {
    await this.#end(this.pool`due_at = due_at`, this.pool`attempt = ${attempt}`);
  }

  /** The same for jobs whose process has died: all jobs, or those silent for so long. */
  async giveBackDead(silentSeconds: number | "all"): Promise<void> {
    const sql = this.pool;
    const isSilent =
      silentSeconds === "all"
        ? sql`true`
        : sql`alive_at < now() - ${silentSeconds} * interval '1 second'`;
    await this.#end(sql`deaths = deaths + 1`, sql`attempt is not null and ${isSilent}`);
    await this.#end(
      sql`
        due_at = case when failed_at is null then now() end, failed_at = coalesce(failed_at, now()),
        reason = case when failed_at is null then ${DEADLY} else reason end, tries = 0, deaths = 0
      `,
      sql`deaths > ${MOST_DEATHS}`,
    );
  }

  /** Sends the job once for all processes together in each span of so many seconds. */
  async sendOnce(kind: string, everySeconds: number): Promise<void> {
    await this.pool.begin(async (sql) => {
      const isFirst = await sql`
        insert into private.job_clock as clock (kind, span)
        values (${kind}, to_timestamp(floor(extract(epoch from now()) / ${everySeconds}) * ${everySeconds}))
        on conflict (kind) do update set span = excluded.span where clock.span < excluded.span
        returning kind
      `;
      if (isFirst.length > 0) await sendJob(sql, { name: kind }, {});
    });
  }

  async forgetFailed(): Promise<void> {
    await this.pool`
      delete from private.jobs
       where due_at is null and failed_at < now() - ${FAILED_KEPT}::interval
    `;
  }

  /** Ends attempts, and tells the processes that may begin the next job. */
  async #end(set: postgres.Fragment, where: postgres.Fragment): Promise<void> {
    await this.pool`
      with changed as (
        update private.jobs set ${set}, attempt = null, alive_at = null where ${where} returning kind
      )
      select pg_notify(${CHANNEL}, kind) from (select distinct kind from changed) kinds
    `;
  }
}
