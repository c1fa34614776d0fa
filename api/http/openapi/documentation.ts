import { Hono } from "hono";
import type { AppEnv } from "#api/http/context.ts";
import { asVisitor, type TakeToken } from "#api/http/limits/rate-limit.ts";
import type { Noun } from "#contract/operations.ts";
import { docsPage } from "./docs-page.ts";
import { openApi } from "./openapi.ts";

/** The documentation of the API, for programs and for people. Made once, at the first request. */
export function documentation(nouns: readonly Noun[], takeToken: TakeToken) {
  let made: ReturnType<typeof make> | undefined;
  const known = () => (made ??= make(nouns));
  const asText = { "Content-Type": "application/json" };
  return new Hono<AppEnv>()
    .get("/openapi.json", asVisitor(takeToken), (c) => c.body(known().text, 200, asText))
    .get("/docs", asVisitor(takeToken), async (c) => c.html(await known().page));
}

function make(nouns: readonly Noun[]) {
  const document = openApi(nouns);
  return { text: JSON.stringify(document), page: docsPage(document) };
}
