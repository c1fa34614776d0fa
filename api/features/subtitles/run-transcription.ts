import { BrokenMedia } from "#api/media/probe.ts";
import { cutParts, findSpeech } from "#api/media/speech/hear-speech.ts";
import type { Db } from "#api/platform/database.ts";
import { whileWanted } from "#api/platform/while-wanted.ts";
import { inWorkRoom } from "#api/platform/work-room.ts";
import {
  type Transcriber,
  TranscriptionTrouble,
} from "#api/services/transcription/transcription.ts";
import { languageWith } from "#contract/languages.ts";
import { fetchSound } from "./fetch-sound.ts";
import { followRecording } from "./follow-recording.ts";
import { transcribeParts } from "./transcribe-parts.ts";
import {
  beginRun,
  finishRun,
  giveUpRun,
  keepPlan,
  missingParts,
  type Run,
  reserveParts,
  type Studio,
} from "./transcription-run.ts";

/** Whether the run is over, or waits for a recorder that has been silent for long. */
type Outcome = "over" | "silent";

const NOBODY_SPEAKS = "Nobody speaks in this recording, as far as can be heard.";
const NOTHING_UNDERSTOOD =
  "No words were recognised in this recording. Is it music, or in another language?";

/**
 * Writes down the speech of a recording: finds where somebody speaks, cuts that into parts and has each
 * transcribed. Each part's words are kept at once, so that another try does only the missing parts.
 */
export async function runTranscription(
  studio: Studio,
  id: string,
  signal: AbortSignal,
): Promise<Outcome> {
  const run = await beginRun(studio.service, id);
  if (!run) return "over"; // done, edited or deleted meanwhile
  return await inWorkRoom(studio, `speech-${id}`, async (directory) => {
    const isWanted = () => isAwaited(studio.service, id);
    await using wanted = whileWanted(isWanted, LOOK_MS, signal);
    try {
      return await transcribe(studio, run, directory, wanted.signal);
    } catch (error) {
      signal.throwIfAborted();
      if (!(await isWanted())) return "over";
      // No further try would mend these; any other may pass by itself.
      if (!(error instanceof TranscriptionTrouble || error instanceof BrokenMedia)) throw error;
      studio.log.warn({ err: error, subtitle: id }, "not transcribed");
      await giveUpRun(studio.service, id, error.message);
      return "over";
    }
  });
}

async function transcribe(
  studio: Studio,
  begun: Run,
  directory: string,
  signal: AbortSignal,
): Promise<Outcome> {
  const { service, transcriber } = studio;
  requireKnown(transcriber, begun.language);
  if (begun.isRecording) {
    const silent = await followRecording(studio, begun, directory, signal);
    if (silent) return "silent";
  }
  const run = begun.isRecording ? await beginRun(service, begun.id) : begun;
  if (!run) return "over";
  // After a followed recording its last stretch is needed, or an earlier part that is to be done again.
  const again = (await missingParts(service, run.id)).map(({ start }) => start);
  const earliest = Math.min(run.live?.heard ?? 0, ...again);
  const source = await fetchSound(studio, run, { directory, earliest, signal });
  if (!run.isPlanned) {
    const from = run.live?.heard ?? 0;
    const { parts } = await findSpeech(source, transcriber.limits, { signal, from });
    const isSpoken = await keepPlan(service, run.id, parts);
    if (!isSpoken) throw new TranscriptionTrouble(NOBODY_SPEAKS);
  }
  await reserveParts(service, run.id, studio.mostSeconds);
  const parts = await missingParts(service, run.id);
  const cut = cutParts(source, parts, directory, signal);
  await transcribeParts(studio, run, cut, signal);
  const isHeard = await finishRun(service, run);
  if (!isHeard) throw new TranscriptionTrouble(NOTHING_UNDERSTOOD);
  return "over";
}

function requireKnown(transcriber: Transcriber, language: string): void {
  const known = languageWith(language);
  if (!known?.direct || transcriber.knows(language)) return;
  throw new TranscriptionTrouble(
    `The speech model of this server (${transcriber.model}) does not know ${known.english}. Choose another language, or ask the server's operator for another model.`,
  );
}

/** The pause between two looks whether the subtitle is still wanted: if not, even a part in transcription is given up. */
const LOOK_MS = 500;

/** False where the subtitle is gone, with its recording or alone. */
async function isAwaited(service: Db, id: string): Promise<boolean> {
  const awaited =
    await service`select 1 from public.subtitles where id = ${id} and status = 'running'`;
  return awaited.length > 0;
}
