import type { PartLimits } from "#api/media/speech/plan-parts.ts";
import type { SpeechModel } from "#contract/server.ts";
import type { CueWord } from "#contract/subtitles.ts";

/** Seconds count from the beginning of the sound that was handed over. */
export type Heard = {
  segments: CueWord[];
  /** Empty where the engine gives no times for single words. */
  words: CueWord[];
};

/** A piece of sound that fits the engine: Opus in WebM, or AAC in MP4 where it takes that; its time without gaps. */
export interface Sound {
  path: string;
  seconds: number;
}

/** An engine that turns sound into text: a service, this machine, or a future one. */
export interface Transcriber {
  model: string;
  limits: PartLimits;
  atOnce: number;
  takesAac: boolean;
  /** Whether the engine can be told to expect this language; others it has to find out by itself, or does not know. */
  knows(language: string): boolean;
  /** `language`: of the speech, as far as it is known; null lets the engine find out. */
  transcribe(
    sound: Sound,
    options: { language: string | null; signal: AbortSignal },
  ): Promise<Heard>;
}

/** The models that this server listens with, and the state of each. */
export interface ModelShelf {
  list(): Promise<SpeechModel[]>;
  /** False where no model has this name. Not awaited: the download goes on after the answer. */
  download(name: string): boolean;
}

/** An error in words for the person who waits for the subtitles. */
export class TranscriptionTrouble extends Error {
  /** Another try of the same request may well work. */
  readonly mayPass: boolean;
  /** No other request will work either: a wrong key, a missing model. */
  readonly isForAll: boolean;

  constructor(message: string, { mayPass = false, isForAll = false, cause }: Trouble = {}) {
    super(message, { cause });
    this.name = "TranscriptionTrouble";
    this.mayPass = mayPass;
    this.isForAll = isForAll;
  }
}

interface Trouble extends ErrorOptions {
  mayPass?: boolean;
  isForAll?: boolean;
}

/**
 * Engines write times past the end, times that overlap, empty pieces, and signs that no text may hold: the cleaned
 * pieces can be kept and shown one after the other.
 */
export const withinSound = ({ segments, words }: Heard, seconds: number): Heard => ({
  segments: cleaned(segments, seconds),
  words: cleaned(words, seconds),
});

function cleaned(spoken: readonly CueWord[], seconds: number): CueWord[] {
  const ordered = spoken
    .map((one) => ({ ...one, start: Math.max(0, one.start), text: keepable(one.text) }))
    .filter(({ text, start }) => text !== "" && start < seconds)
    .sort((a, b) => a.start - b.start);
  return ordered.map((one, index) => {
    const next = ordered[index + 1]?.start ?? seconds;
    return { ...one, end: Math.max(one.start, Math.min(one.end, seconds, next)) };
  });
}

const keepable = (text: string): string => text.toWellFormed().replaceAll("\0", "").trim();
