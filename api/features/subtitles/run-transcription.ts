import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import { BrokenMedia } from "#api/media/probe.ts";
import { cutParts, findSpeech } from "#api/media/speech/hear-speech.ts";
import type { Db } from "#api/platform/database.ts";
import type { Objects } from "#api/platform/objects/objects.ts";
import {
  type Transcriber,
  TranscriptionTrouble,
} from "#api/services/transcription/transcription.ts";
import { languages } from "#contract/languages.ts";
import { fetchSound, type SoundFile } from "./fetch-sound.ts";
import { transcribeParts } from "./transcribe-parts.ts";
import {
  beginRun,
  failRun,
  finishRun,
  keepPlan,
  missingParts,
  publishListening,
  type Run,
} from "./transcription-run.ts";
import { watchRun } from "./watch-run.ts";

/** What recordings are transcribed with. */
export interface Studio {
  service: Db;
  objects: Objects;
  log: Logger;
  transcriber: Transcriber;
  /** Where files may lie while they are worked on. */
  workDirectory: string;
  ffmpegPath?: string | undefined;
}

const NOBODY_SPEAKS = "Nobody speaks in this recording, as far as can be heard.";
const NOTHING_UNDERSTOOD =
  "No words were recognised in this recording. Is it music, or in another language?";

/**
 * Writes down what is said in a recording: finds where somebody speaks, cuts it into parts and has each
 * transcribed. Each part's words are kept at once, so that another try does only what is missing.
 */
export async function runTranscription(
  studio: Studio,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  const run = await beginRun(studio.service, id);
  if (!run) return; // done, edited or deleted meanwhile
  const directory = join(studio.workDirectory, `speech-${id}`);
  await rm(directory, { recursive: true, force: true }); // of an attempt that was killed
  await mkdir(directory, { recursive: true, mode: 0o700 });
  using watch = watchRun(studio.service, id, signal);
  try {
    await transcribe(studio, run, directory, watch.signal);
  } catch (error) {
    signal.throwIfAborted();
    if (await watch.isUnwanted()) return;
    const words = wordsOf(error);
    if (words === undefined) throw error;
    studio.log.warn({ err: error, subtitle: id }, "not transcribed");
    await failRun(studio.service, id, words);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function transcribe(
  studio: Studio,
  run: Run,
  directory: string,
  signal: AbortSignal,
): Promise<void> {
  const { service, transcriber } = studio;
  requireKnown(transcriber, run.language);
  const source = await fetchSound(studio, run, directory, signal);
  if (!run.isPlanned) await plan(studio, run, source, signal);
  const parts = await missingParts(service, run.id);
  const cut = cutParts(source, parts, directory, signal);
  await transcribeParts(studio, { ...run, hint: hintOf(run.language) }, cut, signal);
  const isHeard = await finishRun(service, run);
  if (!isHeard) throw new TranscriptionTrouble(NOTHING_UNDERSTOOD);
}

async function plan(studio: Studio, run: Run, source: SoundFile, signal: AbortSignal) {
  const { service, transcriber } = studio;
  const { parts } = await findSpeech(source, transcriber.limits, {
    signal,
    onProgress: (fraction) =>
      // Not awaited: listening goes on, and what is not told now is told with the next.
      void publishListening(service, run.id, fraction).catch(() => {}),
  });
  if (parts.length === 0) throw new TranscriptionTrouble(NOBODY_SPEAKS);
  await keepPlan(service, run.id, parts);
}

/** No model was ever told the others by name: it finds out by itself what it hears. */
const hintOf = (language: string): string | null =>
  languages.find(({ code }) => code === language)?.direct ? language : null;

function requireKnown(transcriber: Transcriber, language: string): void {
  const hint = hintOf(language);
  if (hint === null || transcriber.knows(hint)) return;
  const { english = language } = languages.find(({ code }) => code === language) ?? {};
  throw new TranscriptionTrouble(
    `The speech model of this server (${transcriber.model}) does not know ${english}. Choose another language, or ask the server's operator for another model.`,
  );
}

/** What no further try would mend, in words; nothing for what may pass by itself. */
function wordsOf(error: unknown): string | undefined {
  const isTold = error instanceof TranscriptionTrouble || error instanceof BrokenMedia;
  return isTold ? error.message : undefined;
}
