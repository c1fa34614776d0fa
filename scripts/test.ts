/** `bun run test`: everything that must hold. Its last line is `tests: N passed, N failed`. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildWebClient } from "./build.ts";
import { install } from "./install.ts";
import { run, tool } from "./run.ts";

interface Outcome {
  passed: number;
  failed: number;
}

const reports = mkdtempSync(join(tmpdir(), "kinora-test-"));

const stages: { name: string; run: () => Promise<Outcome> }[] = [
  { name: "install", run: () => install().then(allOrNothing) },
  { name: "check", run: async () => (await import("./check.ts")).check().then(allOrNothing) },
  { name: "policies, api, web", run: runVitest },
  { name: "browser journeys", run: runPlaywright },
];

const sum: Outcome = { passed: 0, failed: 0 };
for (const stage of stages) {
  console.log(`\n── ${stage.name}`);
  const started = performance.now();
  const { passed, failed } = await stage.run();
  console.log(`── ${stage.name}: ${((performance.now() - started) / 1000).toFixed(0)} s`);
  sum.passed += passed;
  sum.failed += failed;
}
rmSync(reports, { recursive: true });
console.log(`\ntests: ${sum.passed} passed, ${sum.failed} failed`);
process.exit(sum.failed === 0 ? 0 : 1);

async function runVitest(): Promise<Outcome> {
  const report = join(reports, "vitest.json");
  const command = tool("vitest", "run", "--reporter=default");
  const code = await run([...command, "--reporter=json", `--outputFile.json=${report}`]);
  const { numPassedTests = 0, numFailedTests = 0 } = await read(report);
  return counted(numPassedTests, numFailedTests, code);
}

async function runPlaywright(): Promise<Outcome> {
  const { fetchChromium, findChromium } = await import("./chromium.ts");
  const chromium = (await findChromium()) ?? (await fetchChromium());
  if (!chromium) {
    console.error("No Chromium to be had. Install one and name it in CHROMIUM_PATH.");
    return allOrNothing(false);
  }
  if (!(await buildWebClient())) return allOrNothing(false);

  const report = join(reports, "playwright.json");
  const code = await run(tool("playwright", "test", "--reporter=list,json"), {
    CHROMIUM_PATH: chromium,
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  });
  const { expected = 0, unexpected = 0, flaky = 0 } = (await read(report)).stats ?? {};
  if (flaky > 0)
    console.log(`${flaky} of the journeys needed a second try; they are listed above.`);
  return counted(expected + flaky, unexpected, code);
}

/** A runner can fail without a failed test: a file that does not load, a server that does not start. */
function counted(passed: number, failed: number, code: number): Outcome {
  return { passed, failed: code === 0 ? failed : Math.max(1, failed) };
}

function allOrNothing(ok: boolean): Outcome {
  return { passed: 0, failed: ok ? 0 : 1 };
}

async function read(report: string) {
  const file = Bun.file(report);
  return (await file.exists()) ? file.json() : {};
}
