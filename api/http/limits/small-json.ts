import type { Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { AppEnv } from "#api/http/context.ts";
import { tooLarge } from "#api/http/errors.ts";
import { FILE_IN_JSON_BYTES, SUBTITLE_LIMIT_BYTES } from "#contract/subtitles.ts";
import { IDLE_SECONDS, STALLED_SECONDS } from "./unhurried.ts";

/** Hours of speech, where its subtitles are saved. */
const OF_SUBTITLES = /^\/api\/recordings\/[^/]+\/subtitles\/[^/]+$/;

const LITTLE = 16 * 1024; // waits with every call

export function hasLargeBody({ headers }: Request): boolean {
  return headers.has("Transfer-Encoding") || Number(headers.get("Content-Length")) > LITTLE;
}

/** JSON is parsed whole, so it is small; bodies of any other type are streams, and know their own limits. */
export async function readJson(c: Context<AppEnv>): Promise<void> {
  const { raw, path } = c.req;
  const isJson = /\bjson\b/i.test(raw.headers.get("Content-Type") ?? "");
  if (isJson || hasLargeBody(raw)) c.env?.server?.timeout(raw, STALLED_SECONDS);
  if (!isJson || raw.method === "GET" || raw.method === "HEAD") return;
  const [maxSize, words] = mostOf(path);
  const onError = () => {
    throw tooLarge(`The request is too large: JSON may have ${words}.`);
  };
  await bodyLimit({ maxSize, onError })(c, async () => void (await c.req.arrayBuffer()));
  c.env?.server?.timeout(raw, IDLE_SECONDS);
}

function mostOf(path: string): [bytes: number, words: string] {
  if (!OF_SUBTITLES.test(path)) return [256 * 1024, "256 KB"];
  if (path.endsWith("/upload")) return [FILE_IN_JSON_BYTES, "11 MB here"];
  return [SUBTITLE_LIMIT_BYTES, "5 MB here"];
}
