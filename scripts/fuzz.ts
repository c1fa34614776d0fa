/**
 * `bun run fuzz [requests]`: asks every call of the OpenAPI document oddly, so often in all, and tells how it
 * answered. `KINORA_FUZZ_SEED=…` looks again where something was found.
 */
import { documentedCalls } from "#tests/support/documented.ts";
import { run, tool } from "./run.ts";

const requests = Number(process.argv[2] ?? 30_000);
if (!Number.isInteger(requests) || requests < 1) {
  console.error("How many requests? bun run fuzz 30000");
  process.exit(1);
}
const FILE = "tests/api/http/fuzz.test.ts";
const code = await run(tool("vitest", "run", "--pool", "threads", FILE), {
  KINORA_FUZZ_RUNS: String(Math.ceil(requests / documentedCalls.length)),
});
process.exit(code);
