/** Whether a client can be made from what `/api/openapi.json` says, by the rules of others. */
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { openApi } from "#api/http/openapi.ts";
import { nouns } from "#contract/operations.ts";

const config = await createConfig({
  extends: ["recommended-strict"],
  rules: {
    "operation-description": "error",
    "operation-singular-tag": "error",
    "tag-description": "error",
    "parameter-description": "error",
    "no-duplicated-tag-names": "error",
    // Whoever only asks what this server offers has nothing to be refused for.
    "operation-4xx-response": "off",
    // Some calls do nothing but send elsewhere.
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
