import { drawSheetOf } from "#api/features/recordings/draw-contact-sheet.ts";
import type { ProcessingContext } from "#api/features/recordings/processing-context.ts";
import { sheetDrawing } from "#api/job-kinds.ts";
import type { Jobs } from "#api/platform/jobs/queue.ts";
import { patiently } from "./obstacles.ts";

/** Draws pictures for the seek bar. What fails is seen in the queue, and by nobody who watches. */
export const startDrawing = (
  jobs: Jobs,
  studio: Omit<ProcessingContext, "mayConvert" | "jobs">,
): void =>
  jobs.work(
    sheetDrawing,
    patiently(
      sheetDrawing,
      ({ recording_id }, { signal }) => drawSheetOf(studio, recording_id, signal),
      { jobs, log: studio.log, purpose: "to draw pictures of a recording" },
    ),
  );
