import { runTranscription } from "#api/features/subtitles/run-transcription.ts";
import { giveUpRun, type Studio } from "#api/features/subtitles/transcription-run.ts";
import { failTranslation, translateSubtitle } from "#api/features/subtitles/translate-subtitle.ts";
import { liveTranscription, transcription, translation } from "#api/job-kinds.ts";
import type { Db } from "#api/platform/database.ts";
import type { Jobs } from "#api/platform/jobs/queue.ts";
import type { Chat } from "#api/services/chat.ts";
import type { Transcriber } from "#api/services/transcription/transcription.ts";
import { ADDON_MINUTES } from "#contract/subscriptions.ts";
import { patiently } from "./obstacles.ts";

const GIVEN_UP = "This part could not be transcribed, however often it was tried.";
const NOT_TRANSLATED = "This could not be translated, however often it was tried.";
const notSetUp = (what: string) => `${what} is no longer set up on this server.`;

interface Deps extends Omit<Studio, "transcriber" | "mostSeconds"> {
  transcriber: Transcriber | null;
  needsAddon: boolean;
}

/** A recorder that pauses for long is looked at so often. */
const UNTIL_HEARD_SECONDS = 30;

/** Writes down what is said in recordings. Where nothing is set up any more, those who wait are told. */
export function startTranscribing(jobs: Jobs, deps: Deps): void {
  const { service, log, transcriber, needsAddon } = deps;
  const mostSeconds = needsAddon ? ADDON_MINUTES * 60 : null;
  for (const kind of [transcription, liveTranscription])
    jobs.work(
      kind,
      patiently(
        kind,
        async (job, { signal, account }) => {
          if (!transcriber) return giveUpRun(service, job.subtitle_id, notSetUp("Transcription"));
          const studio = { ...deps, transcriber, mostSeconds };
          const outcome = await runTranscription(studio, job.subtitle_id, signal);
          const later = { account, afterSeconds: UNTIL_HEARD_SECONDS };
          if (outcome === "silent") await jobs.send(null, liveTranscription, job, later);
        },
        { jobs, log, purpose: "to transcribe a recording" },
      ),
      ({ subtitle_id }) => giveUpRun(service, subtitle_id, GIVEN_UP),
    );
}

export const startTranslating = (jobs: Jobs, service: Db, chat: Chat | null): void =>
  jobs.work(
    translation,
    ({ subtitle_id }, { signal }) =>
      chat
        ? translateSubtitle({ service, chat }, subtitle_id, signal)
        : failTranslation(service, subtitle_id, notSetUp("Translation")),
    ({ subtitle_id }) => failTranslation(service, subtitle_id, NOT_TRANSLATED),
  );
