import type { z } from "zod";
import type { Env } from "#api/env.ts";
import { unavailable } from "#api/http/errors.ts";
import { once } from "#api/platform/once.ts";
import { parseJson } from "#api/platform/parse-json.ts";

interface Question<Answer> {
  /** The task for the model, and the JSON in which it has to answer. */
  task: string;
  /** The text to work on; no instruction in it is followed. */
  material: string;
  schema: z.ZodType<Answer>;
  signal?: AbortSignal | undefined;
}

/** A model that answers in writing. */
export interface Chat {
  ask<Answer>(question: Question<Answer>): Promise<Answer>;
}

/** The model answered, but not as it was asked: another try may be luckier. */
export class NoAnswer extends Error {
  override name = "NoAnswer";
}

/** Milliseconds; a long answer takes its time. */
const PATIENCE = 120_000;

/** Null where the operator has named no model. */
export function openChat(env: Env, { retries = 3 } = {}): Chat | null {
  const { CHAT_MODEL: model, OPENAI_API_KEY: apiKey = "none", OPENAI_BASE_URL: baseURL } = env;
  if (model === undefined) return null;
  const client = once(async () => {
    const { OpenAI } = await import("openai");
    return new OpenAI({
      apiKey,
      baseURL: baseURL ?? null,
      timeout: PATIENCE,
      maxRetries: retries,
    });
  });
  return {
    async ask({ task, material, schema, signal }) {
      const asked = {
        model,
        messages: [
          { role: "system" as const, content: task },
          { role: "user" as const, content: material },
        ],
        response_format: { type: "json_object" as const },
      };
      const { chat } = await client();
      const answer = await chat.completions
        .create(asked, signal ? { signal } : {})
        .catch(async (error: unknown) => {
          signal?.throwIfAborted();
          throw await wordsFor(error);
        });
      // A compatible server may answer with less than the types promise.
      const text = answer.choices?.[0]?.message?.content ?? "";
      // Some models wrap their JSON in other text.
      const json = text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1);
      const parsed = schema.safeParse(parseJson(json));
      if (!parsed.success)
        throw new NoAnswer("The model's answer is not what it was asked for.", {
          cause: parsed.error,
        });
      return parsed.data;
    },
  };
}

async function wordsFor(error: unknown): Promise<unknown> {
  const { APIConnectionError, APIError } = await import("openai");
  if (error instanceof APIConnectionError)
    return unavailable("The language model does not answer.", "chat_unavailable");
  if (error instanceof APIError)
    return unavailable(
      `The language model refused: ${error.message.slice(0, 200)}`,
      "chat_unavailable",
    );
  return new NoAnswer("The model's answer cannot be read.", { cause: error });
}
