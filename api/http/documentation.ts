import { Hono } from "hono";
import type { Noun } from "#contract/operations.ts";
import type { AppEnv } from "./context.ts";
import { docsPage } from "./docs-page.ts";
import { type OpenApi, openApi } from "./openapi.ts";

/** What there is, for programs and for people. Made when somebody first asks. */
export function documentation(nouns: readonly Noun[]) {
  let made: OpenApi | undefined;
  const document = () => {
    made ??= openApi(nouns);
    return made;
  };
  return new Hono<AppEnv>()
    .get("/openapi.json", (c) => c.json(document()))
    .get("/docs", (c) => c.html(docsPage(document())));
}
