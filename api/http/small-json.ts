import type { Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import { SUBTITLE_LIMIT_BYTES } from "#contract/subtitles.ts";
import type { AppEnv } from "./context.ts";
import { tooLarge } from "./errors.ts";
import { IDLE_SECONDS, STALLED_SECONDS } from "./unhurried.ts";

const limitedTo = (maxSize: number, words: string) =>
  bodyLimit({
    maxSize,
    onError: () => {
      throw tooLarge(`The request is too large: JSON may have ${words}.`);
    },
  });

const small = limitedTo(256 * 1024, "256 KB");
/** Hours of speech, where its subtitles are saved. */
const large = limitedTo(SUBTITLE_LIMIT_BYTES, "5 MB here");
const OF_SUBTITLES = /^\/api\/recordings\/[^/]+\/subtitles\/[^/]+$/;

/** So much may wait with every call. */
const LITTLE = 16 * 1024;

export function hasLargeBody({ headers }: Request): boolean {
  return headers.has("Transfer-Encoding") || Number(headers.get("Content-Length")) > LITTLE;
}

/** JSON is parsed whole, so it is small; bodies of any other type are streams, and know their own limits. */
export async function readJson(c: Context<AppEnv>): Promise<void> {
  const { raw, path } = c.req;
  if (!isJson(raw.headers) || raw.method === "GET" || raw.method === "HEAD") return;
  c.env?.server?.timeout(raw, STALLED_SECONDS);
  const limit = OF_SUBTITLES.test(path) ? large : small;
  await limit(c, async () => void (await c.req.arrayBuffer()));
  c.env?.server?.timeout(raw, IDLE_SECONDS);
}

const isJson = (headers: Headers) => /\bjson\b/i.test(headers.get("Content-Type") ?? "");
