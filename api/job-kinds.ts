import { z } from "zod";
import type { JobKind } from "./platform/queue.ts";

/** Every kind of work that happens by itself. Who does it stands in `jobs/work.ts`. */

const Processing = z.object({ recording_id: z.uuid() });

/** What follows every upload: the recording is looked at and made seekable. */
export const processing: JobKind<z.infer<typeof Processing>> = {
  name: "process-recording",
  data: Processing,
  retries: 3,
  // A slow machine may convert a long video for hours.
  longestSeconds: 6 * 3600,
};

/** Bytes whose rows are gone. What cannot be removed now is tried again, for days if need be. */
export const objectRemoval: JobKind = { name: "remove-objects", data: z.object({}), retries: 30 };

/** What stayed undone: uploads that nobody ends, objects that nothing names. */
export const sweep: JobKind = { name: "sweep", data: z.object({}), retries: 1 };

/** Letters about what was said while somebody was away. */
export const digests: JobKind = { name: "digests", data: z.object({}), retries: 0 };
