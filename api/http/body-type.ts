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

/** A body of this type becomes the JSON that `read` makes of it. */
export const asJson = (type: string, read: (raw: Request) => Promise<BodyInit>) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const { url, method, headers, signal } = c.req.raw;
    // Without the name of a host, as by HTTP/1.0, the address is a path alone.
    if (mediaType(headers.get("Content-Type") ?? "") === type)
      c.req.raw = new Request(URL.parse(url, "http://kinora") ?? "http://kinora", {
        ...{ method, body: await read(c.req.raw), signal },
        headers: { ...Object.fromEntries(headers), "content-type": "application/json" },
      });
    await next();
  });

/** The type in a header without its parameters, in small letters. */
export const mediaType = (header: string): string =>
  (header.split(";", 1)[0] ?? "").trim().toLowerCase();
