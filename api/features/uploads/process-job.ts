import { z } from "zod";
import type { JobKind } from "#api/jobs/queue.ts";

const Processing = z.object({ recording_id: z.uuid() });

/** What follows every upload: the recording is looked at and made seekable. */
export const processRecording: JobKind<z.infer<typeof Processing>> = {
  name: "process-recording",
  data: Processing,
  retries: 3,
  // A slow machine may convert a long video for hours.
  longestSeconds: 6 * 3600,
};
