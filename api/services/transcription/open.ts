import { join } from "node:path";
import type { Env } from "#api/env.ts";
import { localTranscriber } from "./local.ts";
import { modelShelf } from "./model-shelf.ts";
import { DEFAULT_MODEL, openAiTranscriber } from "./openai.ts";
import type { ModelShelf, Transcriber } from "./transcription.ts";

/** The engine that transcribes here: the chosen one, else the service where its key or its address is set. */
export function transcriptionOf(env: Env): "service" | "local" | "off" {
  const { TRANSCRIPTION, OPENAI_API_KEY, OPENAI_BASE_URL } = env;
  return TRANSCRIPTION ?? (OPENAI_API_KEY || OPENAI_BASE_URL ? "service" : "off");
}

const shelfOf = (env: Env) => ({
  directory: join(env.DATA_DIR, "models"),
  modelsUrl: env.TRANSCRIPTION_MODELS_URL,
  model: env.TRANSCRIPTION_MODEL,
});

/** The models of this machine, where it transcribes by itself; null otherwise. */
export const openShelf = (env: Env): ModelShelf | null =>
  transcriptionOf(env) === "local" ? modelShelf(shelfOf(env)) : null;

/** `pauses`: milliseconds before each further try. */
export function openTranscriber(
  env: Env,
  patience: { pauses?: readonly number[] } = {},
): Transcriber | null {
  switch (transcriptionOf(env)) {
    case "off":
      return null;
    case "service":
      return openAiTranscriber({
        apiKey: env.OPENAI_API_KEY ?? "none", // a server of one's own may ask for none
        baseUrl: env.OPENAI_BASE_URL,
        model: env.TRANSCRIPTION_MODEL ?? DEFAULT_MODEL,
        ...patience,
      });
    case "local":
      return localTranscriber({ ...shelfOf(env), ...patience });
  }
}
