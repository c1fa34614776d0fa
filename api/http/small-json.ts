import { bodyLimit } from "hono/body-limit";
import { createMiddleware } from "hono/factory";
import { SUBTITLE_LIMIT_BYTES } from "#contract/subtitles.ts";
import { tooLarge } from "./errors.ts";

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

/** JSON is parsed whole, so it is small; bodies of any other type are streams, and know their own limits. */
export const smallJson = createMiddleware((c, next) => {
  if (!/\bjson\b/i.test(c.req.header("Content-Type") ?? "")) return next();
  return (OF_SUBTITLES.test(c.req.path) ? large : small)(c, next);
});
