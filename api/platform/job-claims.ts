import type { JobWithMetadata, PgBoss } from "pg-boss";
import type postgres from "postgres";
import { within } from "./boss-database.ts";

/**
 * Which attempt: one that was given back and taken again has spent no try, so that only the moment at which
 * it was begun tells the two apart. Whoever began it before can neither end it nor keep it alive.
 */
type Claim = Pick<JobWithMetadata<object>, "id" | "startedOn">;

/** Who works on what. An attempt that was interrupted is no attempt that failed. */
export interface Claims {
  /** Says that these are worked on; those that are still one's own. */
  touch(queue: string, claims: readonly Claim[]): Promise<string[]>;
  complete(queue: string, claim: Claim): Promise<void>;
  /** An attempt failed: it is tried again in a while, or was the last. */
  fail(queue: string, claim: Claim, reason: Error): Promise<void>;
  /** The server stops: somebody takes this up again, and no try is spent. */
  giveBack(queue: string, claim: Claim): Promise<void>;
  /** The same for jobs whose process has died: those silent for so long, or all. */
  giveBackDead(silentSeconds: number | "all"): Promise<void>;
  /** Whether nothing of the queues before this one waits or runs, or something here has waited too long for that. */
  mayBegin(queue: string, after: readonly string[], longestSeconds: number): Promise<boolean>;
  /** Until the next job that waits for its time; none for nothing. */
  secondsUntilDue(queue: string): Promise<number | null>;
}

/** So often may a server die over one job before the job is taken for the cause. */
const MOST_DEATHS = 25;

/** Where a job goes whose last try has failed. */
export const givenUp = (queue: string) => `${queue}.given-up`;

export function openClaims(boss: PgBoss, pool: postgres.Sql, schema: string): Claims {
  const table = pool`${pool(schema)}.job`;
  const tell = telling(pool, schema);
  const world = { boss, pool, table, tell };
  // A date of ours knows no smaller part of a second.
  const isOf = ({ id, startedOn }: Claim) => pool`
    id = ${id} and state = 'active' and date_trunc('milliseconds', started_on) = ${startedOn}
  `;
  const end = (queue: string, claim: Claim, act: (db: ReturnType<typeof within>) => unknown) =>
    pool.begin(async (sql) => {
      const found = await sql`
        select 1 from ${table} where name = ${queue} and ${isOf(claim)} for update
      `;
      if (found.length > 0) await act(within(sql));
    });

  return {
    async touch(queue, claims) {
      const touched = await Promise.all(
        claims.map(
          (claim) => pool<{ id: string }[]>`
            update ${table} set heartbeat_on = now() where name = ${queue} and ${isOf(claim)}
            returning id
          `,
        ),
      );
      return touched.flat().map(({ id }) => id);
    },

    async complete(queue, claim) {
      await end(queue, claim, (db) => boss.complete(queue, claim.id, undefined, { db }));
    },

    async fail(queue, claim, reason) {
      await end(queue, claim, (db) => boss.fail(queue, claim.id, reason, { db }));
      await tell([givenUp(queue)]);
    },

    async giveBack(queue, claim) {
      await pool`
        update ${table} set state = 'created', started_on = null, heartbeat_on = null
         where name = ${queue} and ${isOf(claim)}
      `;
      await tell([queue]);
    },

    giveBackDead: (silentSeconds) => giveBackDead(world, silentSeconds),

    mayBegin: (...behind) => mayBegin(world, ...behind),

    async secondsUntilDue(queue) {
      const [found] = await pool<{ seconds: number | null }[]>`
        select extract(epoch from min(start_after) - now())::float8 as seconds
          from ${table} where name = ${queue} and state < 'active' and not blocked
      `;
      return found?.seconds ?? null;
    },
  };
}

interface World {
  boss: PgBoss;
  pool: postgres.Sql;
  table: postgres.Fragment;
  tell(queues: string[]): Promise<void>;
}

async function mayBegin(
  { pool, table }: World,
  queue: string,
  after: readonly string[],
  longestSeconds: number,
): Promise<boolean> {
  if (after.length === 0) return true;
  const isDue = pool`state < 'active' and start_after <= now() and not blocked`;
  const [found] = await pool<{ may: boolean }[]>`
    select not exists (select from ${table}
                        where name in ${pool(after)} and (state = 'active' or (${isDue})))
        or exists (select from ${table}
                    where name = ${queue} and ${isDue}
                      and start_after < now() - ${longestSeconds} * interval '1 second') as may
  `;
  return found?.may ?? true;
}

async function giveBackDead(
  { boss, pool, table, tell }: World,
  silentSeconds: number | "all",
): Promise<void> {
  const isDead =
    silentSeconds === "all"
      ? pool`state = 'active'`
      : pool`state = 'active' and heartbeat_on < now() - ${silentSeconds} * interval '1 second'`;
  const deaths = pool`coalesce((output ->> 'deaths')::int, 0)`;
  const hopeless = await pool<{ name: string; id: string }[]>`
    update ${table} set retry_limit = retry_count
     where ${isDead} and ${deaths} >= ${MOST_DEATHS}
    returning name, id
  `;
  for (const { name, id } of hopeless)
    await boss.fail(name, id, { message: "The server died whenever it did this" });
  const given = await pool<{ name: string }[]>`
    update ${table} set
      state = 'created', started_on = null, heartbeat_on = null,
      output = coalesce(output, '{}') || jsonb_build_object('deaths', ${deaths} + 1)
     where ${isDead}
    returning name
  `;
  await tell([...hopeless.map(({ name }) => givenUp(name)), ...given.map(({ name }) => name)]);
}

/** Says to whoever waits that there is something in these queues. */
function telling(pool: postgres.Sql, schema: string): World["tell"] {
  // The expression by which the queue itself names its channel.
  const channel = `select 'pgboss_' || left(encode(sha224('${schema}'::bytea), 'hex'), 24) as name`;
  return async (queues) => {
    if (queues.length === 0) return;
    const [found] = await pool.unsafe<{ name: string }[]>(channel);
    for (const queue of new Set(queues))
      await pool`select pg_notify(${found?.name ?? ""}, ${queue})`;
  };
}
