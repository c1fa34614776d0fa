import { rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { CutFile } from "#api/media/speech/hear-speech.ts";
import type { Span } from "#api/media/speech/voice-spans.ts";
import { type Heard, TranscriptionTrouble } from "#api/services/transcription/transcription.ts";
import { languageWith } from "#contract/languages.ts";
import { keepPart, publishRun, type Spoken, type Studio } from "./transcription-run.ts";

/** Milliseconds. Each time, the whole text so far is written again, and read again by everybody who follows it. */
const PUBLISH_MS = 2000;

/**
 * As many parts at once as the engine takes; the words of one are kept before the next begins. A part that fails is
 * a gap. Where the engine says that no other part will work either, the rest is not tried.
 */
export async function transcribeParts(
  { service, transcriber }: Pick<Studio, "service" | "transcriber">,
  run: Spoken,
  files: AsyncIterable<CutFile>,
  signal: AbortSignal,
): Promise<void> {
  const stop = new AbortController();
  const both = AbortSignal.any([signal, stop.signal]);
  const working = new Set<Promise<void>>();
  let trouble: TranscriptionTrouble | undefined;
  let isTold = true;
  let telling = Promise.resolve();

  /** The work goes on while it is told. Parts that come in the meantime are told together, a while later. */
  const tell = async () => {
    if (isTold || both.aborted) return;
    isTold = true;
    const began = Date.now();
    await publishRun(service, run).catch(() => {}); // a text that cannot be told now is told with the next
    // Telling takes long after many hours of speech, and is done less often then.
    const pause = Math.max(PUBLISH_MS, 10 * (Date.now() - began));
    await sleep(pause, undefined, { signal: both }).catch(() => {}); // the end of the work ends the pause
  };
  const transcribe = async (file: CutFile) => {
    try {
      if (trouble) throw trouble;
      const options = { language: hintOf(run.language), signal: both };
      const heard = await transcriber.transcribe(file, options);
      await keepPart(service, run.id, file.number, { result: atTimes(heard, file.start) });
    } catch (error) {
      if (!(error instanceof TranscriptionTrouble)) throw error;
      if (error.isForAll) trouble = error;
      await keepPart(service, run.id, file.number, { error: error.message });
    }
    await rm(file.path, { force: true });
    isTold = false;
    telling = telling.then(tell);
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
    await telling; // the text from before the last part may not be written over a later one
  }
}

/** Models know only some languages by name; for all others they detect the language by themselves. */
const hintOf = (language: string): string | null =>
  languageWith(language)?.direct ? language : null;

/** Times within a part, moved to their place in the recording. */
function atTimes({ segments, words }: Heard, start: number): Heard {
  const later = <Timed extends Span>(spoken: Timed) => ({
    ...spoken,
    start: spoken.start + start,
    end: spoken.end + start,
  });
  return { segments: segments.map(later), words: words.map(later) };
}
