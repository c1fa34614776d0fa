import type { Logger } from "pino";
import { failLoudness, measureLoudnessOf } from "#api/features/edits/measure-loudness.ts";
import { type CuttingRoom, failCut, renderCut } from "#api/features/edits/render-cut.ts";
import { cutPart, failPart } from "#api/features/edits/save-part.ts";
import type { Carrier } from "#api/features/moves/copy-verified.ts";
import { failMove } from "#api/features/moves/fail-move.ts";
import { moveRecording } from "#api/features/moves/move-recording.ts";
import { NeedsConversion } from "#api/features/recordings/best-version.ts";
import { drawSheetOf } from "#api/features/recordings/draw-contact-sheet.ts";
import { processRecording } from "#api/features/recordings/process-recording.ts";
import type { ProcessingContext } from "#api/features/recordings/processing-context.ts";
import { failRecording, putOff } from "#api/features/recordings/processing-state.ts";
import {
  conversion,
  delivery,
  measuring,
  moving,
  partSaving,
  processing,
  rendering,
  sheetDrawing,
} from "#api/job-kinds.ts";
import type { Jobs } from "#api/platform/jobs/queue.ts";
import { patiently } from "./obstacles.ts";

type Studio = Omit<ProcessingContext, "mayConvert" | "jobs">;

const UNREADABLE =
  "The server could not process this recording. The file is kept and can be downloaded.";
const NOT_MOVED =
  "This could not be moved, however often it was tried. The recording is where it was.";

const NOT_CUT = "The cut could not be made, however often it was tried. The original is as it was.";

/** Prepares each recording that has arrived; then, where drives are offered, sends it to its owner's drive. */
export function startProcessing(jobs: Jobs, studio: Studio, hasDrives: boolean): void {
  const { service, log } = studio;
  const process = (kind: typeof processing, mayConvert: boolean) =>
    patiently(
      kind,
      async ({ recording_id }, { signal, account }) => {
        try {
          await processRecording({ ...studio, jobs, mayConvert }, recording_id, signal);
          if (hasDrives) await jobs.send(null, delivery, { recording_id }, { account });
        } catch (error) {
          if (!(error instanceof NeedsConversion)) throw error;
          await jobs.send(null, conversion, { recording_id }, { account });
        }
      },
      {
        ...{ jobs, log, purpose: "to process a recording" },
        whenPutOff: ({ recording_id }) => putOff(service, recording_id),
      },
    );
  const giveUp = ({ recording_id }: { recording_id: string }) =>
    failRecording(service, recording_id, UNREADABLE);
  jobs.work(processing, process(processing, false), giveUp);
  jobs.work(conversion, process(conversion, true), giveUp);
}
const NOT_SAVED =
  "This part could not be cut out, however often it was tried. The original is as it was.";

/** Makes cuts. A full disk is no reason to wait here: whoever has saved the edit is told. */
export function startCutting(jobs: Jobs, room: CuttingRoom): void {
  const { service, log } = room;
  jobs.work(
    rendering,
    patiently(rendering, ({ recording_id }, { signal }) => renderCut(room, recording_id, signal), {
      ...{ jobs, log, purpose: "to cut a recording" },
    }),
    async ({ recording_id }) => void (await failCut(service, recording_id, NOT_CUT)),
  );
  jobs.work(
    partSaving,
    patiently(partSaving, (job, { signal }) => cutPart(room, job, signal), {
      ...{ jobs, log, purpose: "to save a part of a recording" },
    }),
    async ({ recording_id }) => void (await failPart(service, recording_id, NOT_SAVED)),
  );
}

/** Draws pictures for the seek bar. A failure is seen in the queue, and by nobody who watches. */
export const startDrawing = (jobs: Jobs, studio: Studio): void =>
  jobs.work(
    sheetDrawing,
    patiently(
      sheetDrawing,
      ({ recording_id }, { signal }) => drawSheetOf(studio, recording_id, signal),
      { jobs, log: studio.log, purpose: "to draw pictures of a recording" },
    ),
  );

/** Measures the sound of recordings that somebody edits. */
export const startMeasuring = (jobs: Jobs, studio: Studio): void =>
  jobs.work(
    measuring,
    patiently(
      measuring,
      ({ recording_id }, { signal }) => measureLoudnessOf(studio, recording_id, signal),
      { jobs, log: studio.log, purpose: "to measure a recording" },
    ),
    async ({ recording_id }) => void (await failLoudness(studio.service, recording_id)),
  );

/** Carries recordings from one store to another. */
export const startMoving = (jobs: Jobs, carrier: Carrier & { log: Logger }): void =>
  jobs.work(
    moving,
    patiently(moving, (job, { signal }) => moveRecording(carrier, job, signal), {
      jobs,
      log: carrier.log,
      purpose: "to move a recording",
    }),
    (job) => failMove(carrier.service, job, NOT_MOVED),
  );
