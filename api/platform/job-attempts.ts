import type { JobWithMetadata } from "pg-boss";
import type { Logger } from "pino";
import type { Claims } from "./job-claims.ts";

export interface AttemptsOptions {
  claims: Claims;
  log: Logger;
  queue: string;
  /** So many jobs at once. */
  atOnce: number;
  handle: (job: JobWithMetadata<object>, signal: AbortSignal) => Promise<void>;
}

/** The jobs of a queue that this process is at. */
export interface Attempts {
  hasRoom(): boolean;
  begin(job: JobWithMetadata<object>): void;
  /** Interrupts them and gives them back; what does not end by then is found by the next process. */
  stop(milliseconds: number): Promise<void>;
}

/** How often a job that runs says that its process lives. */
export const HEARTBEAT_SECONDS = 5;

interface Attempt {
  job: JobWithMetadata<object>;
  claim: AbortController;
  ended: Promise<void>;
}

export function keepAttempts(options: AttemptsOptions, onEnd: () => void): Attempts {
  const { claims, log, queue, atOnce } = options;
  const running = new Map<string, Attempt>();
  let isStopped = false;

  const heart = setInterval(async () => {
    const jobs = [...running.values()].map(({ job }) => job);
    if (jobs.length === 0) return;
    const ours = await claims.touch(queue, jobs).catch(() => null);
    const lost = jobs.filter(({ id }) => ours?.includes(id) === false);
    for (const { id } of lost)
      running.get(id)?.claim.abort(new Error("Somebody else does this job now"));
  }, HEARTBEAT_SECONDS * 1000);

  async function attempt(job: JobWithMetadata<object>, claim: AbortSignal): Promise<void> {
    const signal = AbortSignal.any([claim, AbortSignal.timeout(job.expireInSeconds * 1000)]);
    try {
      const failure = await options.handle(job, signal).then(() => null, reasonOf);
      if (failure === null) await claims.complete(queue, job);
      else if (isStopped) await claims.giveBack(queue, job);
      else if (!claim.aborted) await claims.fail(queue, job, failure);
    } catch (error) {
      log.error({ err: error, job: job.id, queue }, "the end of a job could not be recorded");
    }
    running.delete(job.id);
    onEnd();
  }

  return {
    hasRoom: () => running.size < atOnce,
    begin(job) {
      const claim = new AbortController();
      running.set(job.id, { job, claim, ended: attempt(job, claim.signal) });
    },
    async stop(milliseconds) {
      isStopped = true;
      clearInterval(heart);
      for (const { claim } of running.values()) claim.abort(new Error("The server stops"));
      const ended = Promise.all([...running.values()].map((one) => one.ended));
      await Promise.race([ended, Bun.sleep(milliseconds)]);
    },
  };
}

const reasonOf = (error: unknown): Error =>
  error instanceof Error ? error : new Error(String(error));
