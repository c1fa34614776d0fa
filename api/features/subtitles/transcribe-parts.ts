import { rm } from "node:fs/promises";
import type { CutFile } from "#api/media/speech/hear-speech.ts";
import {
  type Heard,
  type Spoken,
  TranscriptionTrouble,
} from "#api/services/transcription/transcription.ts";
import { keepFailure, keepResult, publishRun, type Run, type Studio } from "./transcription-run.ts";

/** The owner's choice of language, as far as the engine can be told. */
export interface ToTranscribe extends Pick<Run, "id" | "language" | "isRecording"> {
  hint: string | null;
}

/** Milliseconds. Each time, the whole text so far is written again, and read again by everybody who follows it. */
const PUBLISH_MS = 2000;

/**
 * As many parts at once as the engine takes; the words of one are kept before the next begins. A part that fails is
 * a gap. Where the engine says that no other part will work either, the rest is not tried.
 */
export async function transcribeParts(
  { service, transcriber }: Pick<Studio, "service" | "transcriber">,
  run: ToTranscribe,
  files: AsyncIterable<CutFile>,
  signal: AbortSignal,
): Promise<void> {
  const stop = new AbortController();
  const both = AbortSignal.any([signal, stop.signal]);
  const publish = atMostEvery(PUBLISH_MS, () => publishRun(service, run), both);
  const working = new Set<Promise<void>>();
  let trouble: TranscriptionTrouble | undefined;

  const transcribe = async (file: CutFile) => {
    try {
      const options = { language: run.hint, signal: both };
      const heard = trouble ? null : await transcriber.transcribe(file, options);
      if (heard) await keepResult(service, run.id, file.number, atTimes(heard, file.start));
      else await keepFailure(service, run.id, file.number, trouble?.message ?? "");
    } catch (error) {
      if (!(error instanceof TranscriptionTrouble)) throw error;
      if (error.isForAll) trouble = error;
      await keepFailure(service, run.id, file.number, error.message);
    }
    await rm(file.path, { force: true });
    publish();
  };
  try {
    for await (const file of files) {
      while (working.size >= transcriber.atOnce) await Promise.race(working);
      const work = transcribe(file).finally(() => working.delete(work));
      working.add(work);
      work.catch(() => {}); // an error is handled where the part is awaited
    }
    await Promise.all(working);
  } finally {
    stop.abort();
    await Promise.allSettled(working);
  }
}

/** Times within a part, moved to their place in the recording. */
function atTimes({ segments, words }: Heard, start: number): Heard {
  const later = (spoken: Spoken) => ({
    ...spoken,
    start: spoken.start + start,
    end: spoken.end + start,
  });
  return { segments: segments.map(later), words: words.map(later) };
}

/** Not awaited: the work goes on. Changes in the meantime are told together, a while later. */
function atMostEvery(milliseconds: number, act: () => Promise<void>, signal: AbortSignal) {
  let isStale = false;
  let isBusy = false;
  const tell = async () => {
    isBusy = true;
    isStale = false;
    const began = Date.now();
    await act().catch(() => {}); // a state that cannot be told now is told with the next
    // Telling takes long after many hours of speech, and is done less often then.
    await Bun.sleep(Math.max(milliseconds, 10 * (Date.now() - began)));
    isBusy = false;
    if (isStale && !signal.aborted) void tell();
  };
  return () => {
    isStale = true;
    if (!isBusy) void tell();
  };
}
