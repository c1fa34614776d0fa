/** What was said, and when: seconds from the beginning of the sound that was handed over. */
export interface Spoken {
  start: number;
  end: number;
  text: string;
  /** 0 to 1, where the engine says it. */
  sure?: number;
}

/** What an engine has heard. */
export interface Heard {
  segments: Spoken[];
  /** Empty where the engine gives no times for single words. */
  words: Spoken[];
  /** The code of the language that was heard, where the engine says so. */
  language: string | null;
  /** 0 to 1, null where the engine does not say. */
  confidence: number | null;
}

/** A piece of sound that fits the engine: Opus in WebM, or AAC in MP4 for who takes it; its time without gaps. */
export interface Sound {
  path: string;
  seconds: number;
}

/** What one request to an engine may hold. */
interface SoundLimits {
  seconds: number;
  bytes: number;
  /** A silence of so many seconds ends a piece, however short it is. */
  silence: number;
}

interface TranscribeOptions {
  /** What is spoken, as far as anybody knows; null lets the engine find out. */
  language: string | null;
  signal?: AbortSignal;
}

/** Whatever turns sound into text: a service, this machine, or what comes next. */
export interface Transcriber {
  /** Which model, for the row and the log. */
  model: string;
  /** How a recording is cut for it. */
  limits: SoundLimits;
  /** So many pieces at the same time. */
  atOnce: number;
  /** Whether it decodes AAC, too. */
  takesAac: boolean;
  /** Whether it can be told to expect this language; others it has to find out by itself, or does not know. */
  knows(language: string): boolean;
  transcribe(sound: Sound, options: TranscribeOptions): Promise<Heard>;
}

export interface ShelvedModel {
  name: string;
  /** Null of a file of the operator's own: nobody here knows what it should be. */
  bytes: number | null;
  licence: string | null;
  credit: string | null;
  /** Null: those that Whisper tells apart by itself. */
  languages: readonly string[] | null;
  state: "absent" | "downloading" | "ready" | "broken";
  /** How much of it is here. */
  bytes_here: number;
  /** Why the last download ended. */
  error: string | null;
}

/** The models that this server listens with, and how far each is. */
export interface ModelShelf {
  list(): Promise<ShelvedModel[]>;
  /** False where there is none of this name to be had. Not awaited: it goes on after the answer. */
  download(name: string): boolean;
}

/** What went wrong, in words for whoever waits for the subtitles. */
export class TranscriptionTrouble extends Error {
  /** Another try of the same may well work. */
  readonly mayPass: boolean;
  /** Nothing else that is asked will work, either: a wrong key, a model that is not there. */
  readonly isForAll: boolean;

  constructor(
    message: string,
    { mayPass = false, isForAll = false, cause }: TroubleFacts & ErrorOptions = {},
  ) {
    super(message, { cause });
    this.name = "TranscriptionTrouble";
    this.mayPass = mayPass;
    this.isForAll = isForAll;
  }
}

interface TroubleFacts {
  mayPass?: boolean;
  isForAll?: boolean;
}

/**
 * Engines run past the end, overlap, or say nothing at some times, or what no text may hold: what is left can be kept
 * and shown one after the other.
 */
export function withinSound(spoken: readonly Spoken[], seconds: number): Spoken[] {
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
