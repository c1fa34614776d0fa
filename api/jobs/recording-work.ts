import { failLoudness, measureLoudnessOf } from "#api/features/edits/loudness.ts";
import { failCut, renderCut } from "#api/features/edits/render-cut.ts";
import { cutPart, failPart } from "#api/features/edits/save-part.ts";
import { failMove, moveRecording } from "#api/features/moves/move-recording.ts";
import { drawSheetOf } from "#api/features/recordings/draw-contact-sheet.ts";
import {
  giveUpRecording,
  NeedsConversion,
  type ProcessingContext,
  processRecording,
  putOff,
} from "#api/features/recordings/process-recording.ts";
import {
  conversion,
  delivery,
  longRendering,
  measuring,
  moving,
  partSaving,
  processing,
  rendering,
  sheetDrawing,
} from "#api/job-kinds.ts";
import type { JobHandler, JobKind, Jobs } from "#api/platform/jobs/queue.ts";
import type { FileWork } from "#api/platform/work-room.ts";
import { patiently } from "./obstacles.ts";

const NOT_MOVED =
  "This could not be moved, however often it was tried. The recording is where it was.";
const NOT_CUT = "The cut could not be made, however often it was tried. The original is as it was.";
const NOT_SAVED =
  "This part could not be cut out, however often it was tried. The original is as it was.";

/** Prepares each recording that has arrived; then, where drives are offered, sends it to its owner's drive. */
export function startProcessing(
  jobs: Jobs,
  work: FileWork & Pick<ProcessingContext, "headStart">,
  hasDrives: boolean,
): void {
  const { service, log } = work;
  const process = (kind: typeof processing, mayConvert: boolean) =>
    patiently(
      kind,
      async ({ recording_id }, { signal, account }) => {
        try {
          await processRecording({ ...work, jobs, mayConvert }, recording_id, signal);
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
    giveUpRecording(work, recording_id);
  jobs.work(processing, process(processing, false), giveUp);
  jobs.work(conversion, process(conversion, true), giveUp);
}

/** Everything else that is done to the files of recordings. Whoever waits for it is told when it is given up. */
export function startFileWork(jobs: Jobs, work: FileWork): void {
  const { service, log } = work;
  const room = { ...work, jobs };
  const start = <D extends object>(
    kind: JobKind<D>,
    purpose: string,
    act: JobHandler<D>,
    giveUp?: JobHandler<D>,
  ) => jobs.work(kind, patiently(kind, act, { jobs, log, purpose }), giveUp);

  const cut: JobHandler<{ recording_id: string }> = ({ recording_id }, { signal }) =>
    renderCut(room, recording_id, signal);
  // A full disk is no reason to wait for these: whoever has saved the edit is told.
  start(rendering, "to cut a recording", cut, (data, { account }) =>
    jobs.send(null, longRendering, data, { account }),
  );
  start(longRendering, "to cut a recording", cut, ({ recording_id }) =>
    failCut(service, recording_id, NOT_CUT),
  );
  start(
    partSaving,
    "to save a part of a recording",
    (job, { signal }) => cutPart(room, job, signal),
    ({ recording_id }) => failPart(service, recording_id, NOT_SAVED),
  );
  // Pictures for the seek bar: their failure is seen in the queue, and by nobody who watches.
  start(sheetDrawing, "to draw pictures of a recording", ({ recording_id }, { signal }) =>
    drawSheetOf(work, recording_id, signal),
  );
  start(
    measuring,
    "to measure a recording",
    ({ recording_id }, { signal }) => measureLoudnessOf(work, recording_id, signal),
    ({ recording_id }) => failLoudness(service, recording_id),
  );
  start(
    moving,
    "to move a recording",
    (job, { signal }) => moveRecording(room, job, signal),
    (job) => failMove(service, job, NOT_MOVED),
  );
}
