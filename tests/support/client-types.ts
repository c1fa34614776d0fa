/** Run with a path: writes there the types of a client, as `openapi-typescript` makes them from the document. */
import { plugin } from "bun";
import ts from "typescript-5";
import { openApi } from "#api/http/openapi/openapi.ts";
import { nouns } from "#contract/operations.ts";

// The generator builds its types with the compiler's own interface, which the compiler that we check with has no more.
plugin({
  name: "an earlier compiler",
  setup: ({ module }) => {
    module("typescript", () => ({ exports: { default: ts }, loader: "object" }));
  },
});

const { default: typesOf, astToString } = await import("openapi-typescript");

// The document goes in as it is, without a word of ours on what to make of it.
const types = await typesOf(JSON.stringify(openApi(nouns)));
await Bun.write(process.argv[2] ?? "", astToString(types));
