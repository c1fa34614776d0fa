import type { Logger } from "pino";
import { messageOf } from "#api/platform/report.ts";
import type { Job, JobTable } from "./table.ts";

/** How a kind of job is worked on. */
export interface Worker {
  retries: number;
  longestSeconds: number;
  handle(job: Job, signal: AbortSignal): Promise<void>;
}

/** How often a process says that it is still at its jobs. */
export const HEARTBEAT_SECONDS = 5;

interface Attempt {
  job: Job;
  /** Aborted when the job is no longer ours. */
  claim: AbortController;
  ended: Promise<void>;
}

/** The jobs that this process is at. */
export function keepAttempts(table: JobTable, log: Logger, onEnd: () => void) {
  const running = new Map<string, Attempt>();
  let isStopped = false;

  const heart = setInterval(async () => {
    const attempts = [...running.keys()];
    if (attempts.length === 0) return;
    const ours = await table.touch(attempts).catch(() => null);
    for (const lost of attempts.filter((attempt) => ours?.includes(attempt) === false))
      running.get(lost)?.claim.abort(new Error("Somebody else does this job now"));
  }, HEARTBEAT_SECONDS * 1000);

  async function attempt(job: Job, worker: Worker, claim: AbortSignal): Promise<void> {
    const limit = timeLimit(worker.longestSeconds);
    try {
      // A handler that does not listen to its signal keeps nobody waiting for longer than its kind allows.
      const work = worker.handle(job, AbortSignal.any([claim, limit.signal]));
      const failure = await Promise.race([work, limit.over]).then(() => null, messageOf);
      limit.lift();
      if (failure === null) await table.done(job);
      else if (isStopped) await table.giveBack(job);
      else await table.fail(job, failure, worker.retries);
    } catch (error) {
      log.error(
        { err: error, job: job.id, kind: job.kind },
        "the end of a job could not be recorded",
      );
    }
    running.delete(job.attempt);
    onEnd();
  }

  return {
    count: (kind: string) => [...running.values()].filter(({ job }) => job.kind === kind).length,
    begin(job: Job, worker: Worker): void {
      const claim = new AbortController();
      running.set(job.attempt, { job, claim, ended: attempt(job, worker, claim.signal) });
    },
    /** Interrupts them and gives them back; what does not end by then is found by the next process. */
    async stop(milliseconds: number): Promise<void> {
      isStopped = true;
      clearInterval(heart);
      for (const { claim } of running.values()) claim.abort(new Error("The server stops"));
      const ended = Promise.all([...running.values()].map((one) => one.ended));
      await Promise.race([ended, Bun.sleep(milliseconds)]);
    },
  };
}

/** A limit of hours that is lifted keeps nothing of a job that took seconds; `AbortSignal.timeout` would. */
function timeLimit(seconds: number) {
  const { promise: over, reject } = Promise.withResolvers<never>();
  const end = new AbortController();
  const timer = setTimeout(() => {
    const reason = new DOMException("The job took too long", "TimeoutError");
    end.abort(reason);
    reject(reason);
  }, seconds * 1000).unref();
  return { signal: end.signal, over, lift: () => clearTimeout(timer) };
}
