import { bodyLimit } from "hono/body-limit";
import { createMiddleware } from "hono/factory";
import { tooLarge } from "./errors.ts";

const JSON_LIMIT = 256 * 1024;

const limited = bodyLimit({
  maxSize: JSON_LIMIT,
  onError: () => {
    throw tooLarge("The request is too large: JSON may have 256 KB.");
  },
});

/** JSON is parsed whole, so it is small; bodies of any other type are streams, and know their own limits. */
export const smallJson = createMiddleware((c, next) =>
  /\bjson\b/i.test(c.req.header("Content-Type") ?? "") ? limited(c, next) : next(),
);
