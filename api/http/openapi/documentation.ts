import { Hono } from "hono";
import type { AppEnv } from "#api/http/context.ts";
import { asVisitor, type TakeToken } from "#api/http/limits/rate-limit.ts";
import type { Noun } from "#contract/operations.ts";
import { docsPage } from "./docs-page.ts";
import { openApi } from "./openapi.ts";

/** The documentation of the API, for programs and for people. Made once, at the first request. */
export function documentation(nouns: readonly Noun[], takeToken: TakeToken) {
  const document = once(() => openApi(nouns));
  const text = once(() => JSON.stringify(document()));
  const page = once(() => docsPage(document()));
  const asText = { "Content-Type": "application/json" };
  return new Hono<AppEnv>()
    .get("/openapi.json", asVisitor(takeToken), (c) => c.body(text(), 200, asText))
    .get("/docs", asVisitor(takeToken), async (c) => c.html(await page()));
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
