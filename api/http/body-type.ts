import { createMiddleware } from "hono/factory";
import type { AppEnv } from "./context.ts";
import { wrongType } from "./errors.ts";

/** Checked before a body is read: the type that its header names is believed. */
export const bodyOf = (wanted: string, words: string) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const type = c.req.header("Content-Type");
    if (type !== undefined && mediaType(type) !== wanted) throw wrongType(words);
    await next();
  });

/** The request with JSON for its body. Without the name of a host, as by HTTP/1.0, its address is a path alone. */
export const withJson = ({ url, method, headers, signal }: Request, body: BodyInit): Request =>
  new Request(URL.parse(url, "http://kinora") ?? "http://kinora", {
    ...{ method, body, signal },
    headers: { ...Object.fromEntries(headers), "content-type": "application/json" },
  });

/** The type in a header without its parameters, in small letters. */
export const mediaType = (header: string): string =>
  (header.split(";", 1)[0] ?? "").trim().toLowerCase();
