import type OpenAI from "openai";
import { type HeardSound, hear } from "./openai-ears.ts";

type Verbose = OpenAI.Audio.TranscriptionVerbose;
type Json = OpenAI.Audio.Transcription;

const MOST_BYTES = 25 * 1024 * 1024;

/** The fault of the next request. */
type Failure =
  | ("busy" | "busy for a minute" | "busy for an hour" | "late" | "broken" | "cut" | "nonsense")
  | ("refused" | "key" | "no credit" | "silent");

type Word = OpenAI.Audio.TranscriptionWord;

/** The listener; without one, something is said wherever the sound is loud. */
type Ears = (sound: HeardSound) => Promise<Word[]>;

interface Options {
  ears?: Ears;
}

interface Call {
  model: string;
  format: string;
  language: string | null;
  file: { name: string; type: string; sha256: string; sound: HeardSound };
}

export interface OpenAiStandIn {
  url: string;
  /** The sounds that it has transcribed. */
  calls: Call[];
  /** How many requests came, those that failed included. */
  requests(): number;
  /** How many callers hung up before they got an answer. */
  hungUp(): number;
  /** The most that it worked on at the same time. */
  atOnce(): number;
  failNext(...failures: Failure[]): void;
  /** Changes each answer before it is sent. */
  answerWith(change: (answer: Verbose) => Verbose): void;
  /** After so many transcriptions, nobody gets an answer until `resume` is called. */
  pauseAfter(calls: number): void;
  resume(): void;
  stop(): void;
}

/** A service that speaks OpenAI's language and says "One two three" wherever somebody speaks. */
export function startOpenAi({ ears = loudWords }: Options = {}): OpenAiStandIn {
  const calls: Call[] = [];
  let failures: Failure[] = [];
  let change = (answer: Verbose) => answer;
  let [requests, working, most, hungUp] = [0, 0, 0, 0];
  const gate = openGate();

  const answer = async (request: Request): Promise<Response> => {
    if (new URL(request.url).pathname !== "/v1/audio/transcriptions")
      return refusal(404, "Unknown request URL");
    requests++;
    request.signal.addEventListener("abort", () => {
      hungUp++;
    });
    const form = await request.formData();
    const failure = failures.shift();
    if (failure) return failed(failure, request.signal);
    const call = await readCall(form);
    if (call instanceof Response) return call;
    const words = await ears(call.file.sound);
    await gate.pass(calls.length);
    if (request.signal.aborted) return refusal(499, "Nobody waits for this any more");
    calls.push(call);
    return transcribed(call, words, change);
  };

  const server = Bun.serve({
    ...{ hostname: "127.0.0.1", port: 0, maxRequestBodySize: 64e6, idleTimeout: 60 },
    async fetch(request) {
      working++;
      most = Math.max(most, working);
      try {
        return await answer(request);
      } finally {
        working--;
      }
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}/v1`,
    calls,
    requests: () => requests,
    hungUp: () => hungUp,
    atOnce: () => most,
    failNext: (...next) => {
      failures = next;
    },
    answerWith: (changed) => {
      change = changed;
    },
    pauseAfter: gate.closeAfter,
    resume: gate.open,
    stop: () => void server.stop(true),
  };
}

/** Lets so many through, and the others when it is opened. */
function openGate() {
  let until = Number.POSITIVE_INFINITY;
  let opened = Promise.withResolvers<void>();
  return {
    pass: async (before: number) => {
      if (before >= until) await opened.promise;
    },
    closeAfter(count: number) {
      until = count;
      opened = Promise.withResolvers<void>();
    },
    open() {
      until = Number.POSITIVE_INFINITY;
      opened.resolve();
    },
  };
}

async function readCall(form: FormData): Promise<Call | Response> {
  const file = form.get("file");
  if (!(file instanceof File)) return refusal(400, "file is a required property");
  if (file.size > MOST_BYTES)
    return refusal(413, `Maximum content size limit (${MOST_BYTES}) exceeded`);
  const text = (name: string) => form.get(name)?.toString();
  const [model = "", format = "json"] = [text("model"), text("response_format")];
  const isTimed = !model.startsWith("gpt-");
  if (!isTimed && format !== "json")
    return refusal(400, `response_format '${format}' is not compatible with model '${model}'.`);
  if (text("language") && text("languages[]"))
    return refusal(400, "language and languages cannot be given together");
  const sound = await hear(file);
  if (!sound)
    return refusal(400, "The audio file could not be decoded or its format is not supported.");
  const sha256 = new Bun.CryptoHasher("sha256").update(await file.arrayBuffer()).digest("hex");
  const language = text("language") ?? text("languages[]") ?? null;
  return { model, format, language, file: { name: file.name, type: file.type, sha256, sound } };
}

const SAID = ["One", "two", "three"];

const loudWords: Ears = async ({ loud }) =>
  loud.flatMap(({ start, end }) =>
    SAID.map((word, index) => ({
      word,
      start: start + ((end - start) * index) / SAID.length,
      end: start + ((end - start) * (index + 1)) / SAID.length,
    })),
  );

/** Seconds. A speaker who pauses for so long has ended a sentence. */
const PAUSE = 0.35;

function sentencesOf(words: readonly Word[]): Word[][] {
  const sentences: Word[][] = [];
  for (const word of words) {
    const sentence = sentences.at(-1);
    const last = sentence?.at(-1);
    if (sentence && last && word.start - last.end < PAUSE) sentence.push(word);
    else sentences.push([word]);
  }
  return sentences;
}

type Change = (answer: Verbose) => Verbose;

function transcribed({ format, language, file }: Call, words: Word[], change: Change) {
  const segments = sentencesOf(words).map((sentence, id) => ({
    ...{ id, start: sentence[0]?.start ?? 0, end: sentence.at(-1)?.end ?? 0 },
    ...{ text: ` ${sentence.map(({ word }) => word).join(" ")}.`, seek: 0, tokens: [] },
    ...{ temperature: 0, avg_logprob: -0.2, compression_ratio: 1, no_speech_prob: 0 },
  }));
  const text = segments.map((segment) => segment.text).join("");
  const { seconds: duration } = file.sound;
  const verbose = change({ duration, language: "english", text: text.trim(), segments, words });
  if (format === "verbose_json") return Response.json(verbose);
  const json: Json = { text: verbose.text, languages: [{ code: language ?? "en" }] };
  return Response.json(json);
}

function failed(failure: Failure, signal: AbortSignal): Response | Promise<Response> {
  switch (failure) {
    case "busy":
      return refusal(429, "Rate limit reached", "rate_limit_exceeded", { "Retry-After": "0" });
    case "busy for a minute":
      return refusal(429, "Rate limit reached", "rate_limit_exceeded", { "Retry-After": "60" });
    case "busy for an hour":
      return refusal(429, "Rate limit reached", "rate_limit_exceeded", { "Retry-After": "3600" });
    case "late":
      return refusal(408, "The request took too long");
    case "no credit":
      return refusal(429, "You exceeded your current quota", "insufficient_quota");
    case "broken":
      return refusal(500, "The server had an error while processing your request");
    case "refused":
      return refusal(400, "Something went wrong reading your request");
    case "key":
      return refusal(401, "Incorrect API key provided: sk-…", "invalid_api_key");
    case "nonsense":
      return new Response("<html><body>Welcome to nginx!</body></html>", {
        headers: { "Content-Type": "text/html" },
      });
    case "cut":
      return cutOff();
    case "silent":
      return new Promise((_, reject) => signal.addEventListener("abort", reject));
  }
}

function refusal(status: number, message: string, code: string | null = null, headers = {}) {
  const error = { message, type: "invalid_request_error", param: null, code };
  return Response.json({ error }, { status, headers });
}

/** Begins to answer, and hangs up. */
function cutOff(): Response {
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(Buffer.from('{"text": "One two'));
      controller.error();
    },
  });
  return new Response(body, { headers: { "Content-Type": "application/json" } });
}
