import type { PgBoss, Queue, QueueResult, UpdateQueueOptions } from "pg-boss";

/** The queues that are there, read once: of some thirty hardly one differs from what an earlier start left. */
export async function openQueues(boss: PgBoss) {
  const there = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  return {
    /** Makes it where it is not; one that an earlier version made learns what this one wants of it. */
    async ensure(name: string, options: UpdateQueueOptions): Promise<void> {
      const found = there.get(name);
      if (found) {
        if (differs(found, options)) await boss.updateQueue(name, options);
        return;
      }
      const { heartbeatSeconds: _, ...fresh } = options;
      await boss.createQueue(name, fresh as Queue); // nothing of it is null then
    },
  };
}

export type Queues = Awaited<ReturnType<typeof openQueues>>;

const differs = (queue: QueueResult, options: UpdateQueueOptions): boolean => {
  const found = new Map<string, unknown>(Object.entries(queue));
  return Object.entries(options).some(([name, value]) => found.get(name) !== value);
};
