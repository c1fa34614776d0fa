import type { Logger } from "pino";
import type { Db } from "#api/platform/database.ts";
import type { Jobs } from "#api/platform/jobs/queue.ts";
import type { Objects } from "#api/platform/objects/objects.ts";

/** The parts of the server that work on a recording needs. */
export interface ProcessingContext {
  service: Db;
  objects: Objects;
  log: Logger;
  jobs: Pick<Jobs, "send">;
  /** A place for temporary files. */
  workDirectory: string;
  ffmpegPath?: string | undefined;
  /** Milliseconds in which the processor is left to the person who opens the link of a recording that just ended. */
  headStart?: number | undefined;
  /** Whether there is time for a conversion now; otherwise the job only notes that one is needed. */
  mayConvert: boolean;
}
