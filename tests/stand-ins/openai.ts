import type OpenAI from "openai";
import { type HeardSound, hear } from "./openai-ears.ts";

type Verbose = OpenAI.Audio.TranscriptionVerbose;
type Json = OpenAI.Audio.Transcription;

const MOST_BYTES = 25 * 1024 * 1024;

/** What goes wrong with the next request. */
type Failure = "busy" | "broken" | "cut" | "nonsense" | "refused" | "key" | "no credit" | "silent";

interface Call {
  model: string;
  format: string;
  language: string | null;
  file: { name: string; type: string; sha256: string; sound: HeardSound };
}

export interface OpenAiStandIn {
  url: string;
  /** What it has transcribed. */
  calls: Call[];
  /** How many requests came, those that failed included. */
  requests(): number;
  /** How many hung up before they got an answer. */
  hungUp(): number;
  /** The most that it worked on at the same time. */
  atOnce(): number;
  failNext(...failures: Failure[]): void;
  /** Answers what is so only after this. */
  answerWith(change: (answer: Verbose) => Verbose): void;
  /** Nobody gets an answer until `resume` is called. */
  pause(): void;
  resume(): void;
  stop(): void;
}

/** A service that speaks OpenAI's language and says "One two three" wherever somebody speaks. */
export function startOpenAi({ port = 0 } = {}): OpenAiStandIn {
  const calls: Call[] = [];
  let failures: Failure[] = [];
  let change = (answer: Verbose) => answer;
  let [requests, working, most, hungUp] = [0, 0, 0, 0];
  let open = Promise.resolve();
  let resume = () => {};

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
    await open;
    calls.push(call);
    return transcribed(call, change);
  };

  const server = Bun.serve({
    ...{ hostname: "127.0.0.1", port, maxRequestBodySize: 64e6, idleTimeout: 60 },
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
    pause() {
      const { promise, resolve } = Promise.withResolvers<void>();
      open = promise;
      resume = resolve;
    },
    resume: () => resume(),
    stop: () => void server.stop(true),
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

const SAID = ["One", "two", "three."];

function transcribed({ format, language, file }: Call, change: (answer: Verbose) => Verbose) {
  const { seconds, loud } = file.sound;
  const words = loud.flatMap(({ start, end }) =>
    SAID.map((word, index) => ({
      word: word.replace(".", ""),
      start: start + ((end - start) * index) / SAID.length,
      end: start + ((end - start) * (index + 1)) / SAID.length,
    })),
  );
  const segments = loud.map(({ start, end }, id) => ({
    ...{ id, start, end, text: ` ${SAID.join(" ")}`, seek: 0, tokens: [] },
    ...{ temperature: 0, avg_logprob: -0.2, compression_ratio: 1, no_speech_prob: 0 },
  }));
  const text = segments
    .map((segment) => segment.text)
    .join("")
    .trim();
  const verbose = change({ duration: seconds, language: "english", text, segments, words });
  if (format === "verbose_json") return Response.json(verbose);
  const json: Json = { text: verbose.text, languages: [{ code: language ?? "en" }] };
  return Response.json(json);
}

function failed(failure: Failure, signal: AbortSignal): Response | Promise<Response> {
  switch (failure) {
    case "busy":
      return refusal(429, "Rate limit reached", "rate_limit_exceeded", { "Retry-After": "0" });
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
