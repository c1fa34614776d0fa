import { drawSheetOf } from "#api/features/recordings/draw-contact-sheet.ts";
import type { Workshop } from "#api/features/recordings/workshop.ts";
import { sheetDrawing } from "#api/job-kinds.ts";
import type { Jobs } from "#api/platform/queue.ts";
import { obstacleOf } from "./obstacles.ts";

/** Draws pictures for the seek bar. What fails is seen in the queue, and by nobody who watches. */
export const startDrawing = (
  jobs: Jobs,
  studio: Omit<Workshop, "mayConvert" | "jobs">,
): Promise<void> =>
  jobs.work(sheetDrawing, async ({ recording_id }, { signal, account }) => {
    try {
      await drawSheetOf(studio, recording_id, signal);
    } catch (error) {
      const obstacle = signal.aborted ? undefined : obstacleOf(error);
      if (!obstacle) throw error;
      studio.log.warn(
        { err: error },
        `${obstacle.what} pictures of a recording; tried again later`,
      );
      const turn = account === undefined ? {} : { account };
      const later = { ...turn, afterSeconds: obstacle.seconds };
      await jobs.send(null, sheetDrawing, { recording_id }, later);
    }
  });
