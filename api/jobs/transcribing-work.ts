import { giveUpRun } from "#api/features/subtitles/give-up-run.ts";
import { runTranscription, type Studio } from "#api/features/subtitles/run-transcription.ts";
import { liveTranscription, transcription } from "#api/job-kinds.ts";
import { isOutOfReach } from "#api/platform/objects/objects.ts";
import { isFull } from "#api/platform/objects/store.ts";
import type { JobHandler, Jobs } from "#api/platform/queue.ts";
import type { Transcriber } from "#api/services/transcription/transcription.ts";
import { ADDON_MINUTES } from "#contract/subscriptions.ts";

/** What passes by itself costs none of the tries. */
const UNTIL_ROOM_SECONDS = 600;
const UNTIL_REACHED_SECONDS = 60;

const GIVEN_UP = "This part could not be transcribed, however often it was tried.";
const NOT_SET_UP = "Transcription is no longer set up on this server.";

interface Deps extends Omit<Studio, "transcriber" | "mostSeconds"> {
  transcriber: Transcriber | null;
  needsAddon: boolean;
}

/** A recorder that pauses for long is looked at so often. */
const UNTIL_HEARD_SECONDS = 30;

/** Writes down what is said in recordings. Where nothing is set up any more, those who wait are told. */
export async function startTranscribing(jobs: Jobs, deps: Deps): Promise<void> {
  const { service, log, transcriber, needsAddon } = deps;
  const mostSeconds = needsAddon ? ADDON_MINUTES * 60 : null;
  const transcribe =
    (kind: typeof transcription): JobHandler<{ subtitle_id: string }> =>
    async (job, { signal, account }) => {
      if (!transcriber) return giveUpRun(service, job.subtitle_id, NOT_SET_UP);
      const turn = account === undefined ? {} : { account };
      const again = (next: typeof transcription, afterSeconds: number) =>
        jobs.send(null, next, job, { ...turn, afterSeconds });
      try {
        const studio = { ...deps, transcriber, mostSeconds };
        const outcome = await runTranscription(studio, job.subtitle_id, signal);
        if (outcome === "silent") await again(liveTranscription, UNTIL_HEARD_SECONDS);
      } catch (error) {
        const isTold = isFull(error) || isOutOfReach(error);
        if (signal.aborted || !isTold) throw error;
        log.warn({ err: error }, "a recording cannot be transcribed now; it is tried again");
        await again(kind, isFull(error) ? UNTIL_ROOM_SECONDS : UNTIL_REACHED_SECONDS);
      }
    };
  const giveUp = ({ subtitle_id }: { subtitle_id: string }) =>
    giveUpRun(service, subtitle_id, GIVEN_UP);
  await jobs.work(transcription, transcribe(transcription), giveUp);
  await jobs.work(liveTranscription, transcribe(liveTranscription), giveUp);
}
