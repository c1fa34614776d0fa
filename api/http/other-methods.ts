import type { Context, Hono } from "hono";
import { TrieRouter } from "hono/router/trie-router";
import type { AppEnv } from "./context.ts";
import { notFound, wrongMethod } from "./errors.ts";

/** The last word of an API: what is there by another method says by which, and the rest does not exist. */
export function otherMethods({ routes }: Hono<AppEnv>, base: string) {
  const served = new TrieRouter<string>();
  for (const { method, path } of routes) if (method !== "ALL") served.add(ANY, path, method);

  return (c: Context<AppEnv>): never => {
    const [found] = served.match(ANY, c.req.path.slice(base.length));
    const methods = new Set(found.map(([method]) => method));
    if (methods.size === 0) throw notFound("There is no such call");
    if (methods.has("GET")) methods.add("HEAD"); // the framework answers it wherever it answers GET
    throw wrongMethod([...methods].sort().join(", "));
  };
}

const ANY = "ANY";
