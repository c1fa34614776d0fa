import type { Logger } from "pino";
import type { Db } from "#api/platform/database.ts";
import type { Jobs } from "#api/platform/jobs/queue.ts";
import type { Objects } from "#api/platform/objects/objects.ts";

/** What a recording is worked on with. */
export interface ProcessingContext {
  service: Db;
  objects: Objects;
  log: Logger;
  jobs: Pick<Jobs, "send">;
  /** Where files may lie while they are worked on. */
  workDirectory: string;
  ffmpegPath?: string | undefined;
  /** Milliseconds in which the processor belongs to whoever opens the link of what was just stopped. */
  headStart?: number | undefined;
  /** Whether there is time for a conversion now; otherwise it is only said that one is needed. */
  mayConvert: boolean;
}
