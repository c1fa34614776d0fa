import type postgres from "postgres";
import { CHANNEL, type Job, JobTable, sendJob } from "#api/platform/jobs/table.ts";
import { atEndOfFile } from "./cleanup.ts";

/** Jobs as the table has them, for tests that play the process. */
export async function takenJobs(pool: postgres.Sql) {
  const table = new JobTable(pool);
  /** The kinds that were heard of since a job was taken last. */
  const heard: string[] = [];
  const listening = await pool.listen(CHANNEL, (kind) => heard.push(kind));
  atEndOfFile(() => listening.unlisten());
  let kinds = 0;
  const newKind = () => `kind-${++kinds}`;

  async function takenAgain(kind: string): Promise<Job> {
    const job = await table.take(kind, []);
    if (!job) throw new Error("it should have been there");
    heard.length = 0;
    return job;
  }

  return {
    table,
    heard,
    newKind,
    takenAgain,
    /** A job that somebody has just taken. */
    async taken(kind = newKind()): Promise<Job> {
      await sendJob(pool, { name: kind }, {});
      return takenAgain(kind);
    },
    /** Nothing where it is done. */
    async stateOf({ id }: { id: string }) {
      const [row] = await pool<{ state: string; tries: number; deaths: number }[]>`
        select case when failed_at is not null then 'failed' when attempt is null then 'waiting' else 'running' end
                 as state, tries, deaths
          from private.jobs where id = ${id}
      `;
      return row;
    },
    silentFor: ({ id }: Job, seconds: number) => pool`
      update private.jobs set alive_at = now() - ${seconds} * interval '1 second' where id = ${id}
    `,
  };
}
