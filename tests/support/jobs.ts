import type { Base } from "#api/http/context.ts";
import { startWork } from "#api/jobs/work.ts";
import type { Drive } from "#api/platform/drive/open.ts";
import { type Jobs, startJobs } from "#api/platform/jobs/queue.ts";
import type { Chat } from "#api/services/chat.ts";
import type { SendMail } from "#api/services/mail.ts";
import type { Payments } from "#api/services/stripe.ts";
import type { Transcriber } from "#api/services/transcription/transcription.ts";
import { atEndOfFile } from "./cleanup.ts";

export interface TestJobs {
  /** The real queue, started by the first job: most test files send none. */
  queue: Pick<Jobs, "send">;
  /** From now on the jobs are worked on. */
  work(): Promise<void>;
  /** Stops as the server does; `work` goes on as its next start does. */
  stop(): Promise<void>;
}

interface Deps extends Base {
  sendMail: SendMail;
  payments: Payments | null;
  drive: Drive | null;
  transcriber: Transcriber | null;
  chat: Chat | null;
}

export function testJobs(base: Deps): TestJobs {
  let started: Promise<Jobs> | undefined;
  const start = () => {
    const { database, log } = base;
    started ??= startJobs({ pool: database.pool, log, isAlone: true, pollSeconds: 0.5 });
    return started;
  };
  const stop = async () => {
    const running = started;
    started = undefined;
    await (await running)?.stop();
  };
  atEndOfFile(stop);
  return {
    queue: { send: async (...job) => (await start()).send(...job) },
    // There is no head start: nobody opens a link here just when its recording was stopped.
    work: async () => startWork(await start(), { ...base, headStart: 0 }),
    stop,
  };
}
