import type { APIError, OpenAI } from "openai";
import { z } from "zod";
import { once } from "#api/platform/once.ts";
import {
  type Heard,
  type Sound,
  type Transcriber,
  TranscriptionTrouble,
  withinSound,
} from "./transcription.ts";

interface OpenAiAccess {
  apiKey: string;
  /** A compatible server instead of OpenAI's own. */
  baseUrl?: string | undefined;
  model: string;
  /** Milliseconds before each further try. */
  pauses?: readonly number[];
}

/** A model without times: OpenAI shuts down those with times on 2027-02-26, so this default can stay. */
export const DEFAULT_MODEL = "gpt-transcribe";

/** OpenAI accepts 25 MB; and some models, by many reports, no more than 1400 seconds. */
const MOST_BYTES = 24_000_000;
/** With short parts, people who wait see progress more often, and a failure repeats less. */
const TIMED_SECONDS = 600;
/** A model without times gets only as much as one can read at once: a piece's place is the time of its text. */
const TEXT_SECONDS = 6;
const PAUSES = [1_000, 4_000, 15_000, 45_000];
const LONGEST_PAUSE = 90_000;
const GRANULARITIES: ("segment" | "word")[] = ["segment", "word"];
const PATIENCE = 300_000;

const Times = z.object({ start: z.number(), end: z.number() });
const Answer = z.object({
  text: z.string(),
  segments: z.array(Times.extend({ text: z.string() })).nullish(),
  words: z.array(Times.extend({ word: z.string() })).nullish(),
});
type Answer = z.infer<typeof Answer>;

/** OpenAI itself, or any server that speaks its language. */
export function openAiTranscriber(access: OpenAiAccess): Transcriber {
  const { apiKey, baseUrl, model, pauses = PAUSES } = access;
  // A stream cannot be sent twice, so the library's own tries would not help.
  const client = once(async () => {
    const { OpenAI } = await import("openai");
    return new OpenAI({ apiKey, baseURL: baseUrl ?? null, maxRetries: 0, timeout: PATIENCE });
  });
  const isTimed = givesTimes(model);
  return {
    model,
    limits: isTimed
      ? { seconds: TIMED_SECONDS, bytes: MOST_BYTES, silence: 30 }
      : { seconds: TEXT_SECONDS, bytes: MOST_BYTES, silence: 0.35 },
    atOnce: isTimed ? 3 : 6,
    takesAac: true,
    knows: () => true,
    async transcribe(sound, { language, signal }) {
      const ask = async () => askOnce(await client(), model, sound, language, signal);
      const answer = await persist(ask, pauses, signal);
      return heardFrom(answer, sound.seconds);
    },
  };
}

/** OpenAI's own models other than Whisper give the text without times. Compatible servers run Whisper and its like. */
const givesTimes = (model: string) => !model.startsWith("gpt-");

async function askOnce(
  client: OpenAI,
  model: string,
  sound: Sound,
  language: string | null,
  signal: AbortSignal,
): Promise<Answer> {
  const [name, type] = sound.path.endsWith(".m4a")
    ? ["sound.m4a", "audio/mp4"]
    : ["sound.webm", "audio/webm"];
  const { toStreamingFile } = await import("openai");
  const file = toStreamingFile(Bun.file(sound.path).stream(), name, { type });
  const isTimed = givesTimes(model);
  const answer = await client.audio.transcriptions.create(
    {
      ...{ file, model, ...hint(model, language) },
      response_format: isTimed ? "verbose_json" : "json",
      ...(isTimed && { timestamp_granularities: GRANULARITIES }),
    },
    { signal },
  );
  const parsed = Answer.safeParse(answer);
  if (!parsed.success)
    throw new TranscriptionTrouble(
      "The transcription service answered with something that is no transcript.",
      { mayPass: true, cause: parsed.error },
    );
  return parsed.data;
}

/** One model refuses the field that all others want. */
const hint = (model: string, language: string | null) =>
  language && (model === DEFAULT_MODEL ? { languages: [language] } : { language });

/** Tries again after errors that may pass, each time later, and as late as the service wishes. */
async function persist(
  ask: () => Promise<Answer>,
  pauses: readonly number[],
  signal: AbortSignal,
): Promise<Answer> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await ask();
    } catch (error) {
      signal.throwIfAborted();
      const trouble = await troubleOf(error);
      const pause = pauses[attempt];
      if (!trouble.mayPass || pause === undefined) throw trouble;
      await wait(Math.max(pause, Math.min(await wishOf(error), LONGEST_PAUSE)), signal);
    }
  }
}

/** Milliseconds for which the service wants to be left alone. */
async function wishOf(error: unknown): Promise<number> {
  const { APIError } = await import("openai");
  if (!(error instanceof APIError)) return 0;
  const seconds = Number(error.headers?.get("retry-after"));
  return Number.isFinite(seconds) ? seconds * 1000 : 0;
}

async function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  signal.addEventListener("abort", () => resolve());
  await promise;
  clearTimeout(timer);
  signal.throwIfAborted();
}

const AWAY = "The transcription service cannot be reached at the moment.";
const BUSY = "The transcription service is too busy at the moment.";
const NO_CREDIT =
  "The transcription service's account has no credit left. Ask this server's operator.";
const NOT_ACCEPTED =
  "The transcription service does not accept this server. Ask its operator to look at its settings.";

async function troubleOf(cause: unknown): Promise<TranscriptionTrouble> {
  const { APIConnectionError, APIError } = await import("openai");
  if (cause instanceof TranscriptionTrouble) return cause;
  // The library has no error of its own for a body that breaks off.
  if (!(cause instanceof APIError) || cause instanceof APIConnectionError)
    return new TranscriptionTrouble(AWAY, { mayPass: true, cause });
  const { status = 500 } = cause;
  if (status === 429 && cause.code === "insufficient_quota")
    return new TranscriptionTrouble(NO_CREDIT, { isForAll: true, cause });
  if (status === 429) return new TranscriptionTrouble(BUSY, { mayPass: true, cause });
  if (status >= 500 || status === 408 || status === 409)
    return new TranscriptionTrouble(AWAY, { mayPass: true, cause });
  if (status === 401 || status === 403 || status === 404)
    return new TranscriptionTrouble(NOT_ACCEPTED, { isForAll: true, cause });
  const words = `The transcription service refused the sound: ${wordsOf(cause)}`;
  return new TranscriptionTrouble(words, { cause });
}

/** The message without the status, which the library puts before it. */
const wordsOf = (error: APIError) => error.message.replace(/^\d+ /, "").slice(0, 300);

function heardFrom(answer: Answer, seconds: number): Heard {
  const segments = answer.segments?.length
    ? answer.segments
    : [{ start: 0, end: seconds, text: answer.text }];
  const words = (answer.words ?? []).map(({ word, ...times }) => ({ ...times, text: word }));
  return withinSound({ segments, words }, seconds);
}
