import type { PgBoss, QueueResult, UpdateQueueOptions } from "pg-boss";
import type postgres from "postgres";

type Wanted = UpdateQueueOptions & { name: string };

/** The queues that are there, read once: of some forty hardly one differs from what an earlier start left. */
export async function openQueues(boss: PgBoss, pool: postgres.Sql, schema: string) {
  const there = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  return {
    /**
     * Makes those that are missing, in this order: of two, one may name the other. What an earlier version
     * made learns what this one wants of it.
     */
    async ensure(queues: readonly Wanted[]): Promise<void> {
      await make(queues.filter(({ name }) => !there.has(name)));
      for (const { name, ...options } of queues) {
        const found = there.get(name);
        if (found && differs(found, options)) await boss.updateQueue(name, options);
      }
    },
  };

  /** All in one statement: the library's call, which this is the inside of, takes a transaction for each. */
  async function make(queues: readonly Wanted[]): Promise<void> {
    if (queues.length === 0) return;
    const wanted = queues.map((options) => ({ policy: "standard", ...options }));
    await pool`
      select ${pool(schema)}.create_queue(queue ->> 'name', queue)
        from jsonb_array_elements(${pool.json(wanted)}) with ordinality as wanted(queue, nth)
       order by nth
    `;
  }
}

export type Queues = Awaited<ReturnType<typeof openQueues>>;

const differs = (queue: QueueResult, options: UpdateQueueOptions): boolean => {
  const found = new Map<string, unknown>(Object.entries(queue));
  return Object.entries(options).some(([name, value]) => found.get(name) !== value);
};
