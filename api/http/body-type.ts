import { createMiddleware } from "hono/factory";
import type { AppEnv } from "./context.ts";
import { wrongType } from "./errors.ts";

/** Before anything of a body is taken: one that says it is of another kind is believed. */
export const bodyOf = (wanted: string, words: string) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const type = c.req.header("Content-Type");
    if (type !== undefined && mediaType(type) !== wanted) throw wrongType(words);
    await next();
  });

/** What stands before its parameters, in small letters. */
export const mediaType = (header: string): string =>
  (header.split(";", 1)[0] ?? "").trim().toLowerCase();
