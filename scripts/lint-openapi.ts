/** Checks by common rules whether a client can be generated from `/api/openapi.json`. */
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { openApi } from "#api/http/openapi/openapi.ts";
import { nouns } from "#contract/operations.ts";

const config = await createConfig({
  extends: ["recommended-strict"],
  rules: {
    "operation-description": "error",
    "operation-singular-tag": "error",
    "tag-description": "error",
    "parameter-description": "error",
    "no-duplicated-tag-names": "error",
    // A call that only asks what this server offers has no reason to refuse.
    "operation-4xx-response": "off",
    // Some calls only redirect.
    "operation-2xx-response": "off",
  },
});

const problems = await lintFromString({
  source: JSON.stringify(openApi(nouns)),
  absoluteRef: "openapi.json",
  config,
});

for (const { ruleId, message, location } of problems)
  console.log(`${location[0]?.pointer ?? ""}: ${message} (${ruleId})`);
process.exit(problems.length === 0 ? 0 : 1);
