/**
 * `bun run test`: everything that must hold; `bun run test share bell`: the tests whose path or title has one
 * of these words. Its last line is `tests: N passed, N failed`.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildWebClient } from "./build.ts";
import { install } from "./install.ts";
import { run, tool } from "./run.ts";
import { filesByPath, filesByTitle, journeysWith, titleWith } from "./tests-with-words.ts";

interface Outcome {
  passed: number;
  failed: number;
}

const reports = mkdtempSync(join(tmpdir(), "kinora-test-"));
const words = process.argv.slice(2);

const whole = [
  { name: "install", run: () => install().then(allOrNothing) },
  { name: "check", run: runCheck },
  { name: "architecture, policies, api, web", run: () => runVitest("vitest") },
  { name: "browser journeys", run: () => runPlaywright(["recording", "quiet"]) },
  { name: "a journey that is heard", run: () => runPlaywright(["speech"]) },
];

const part = [
  { name: "install", run: async () => ({ passed: 0, failed: (await install()) ? 0 : 1 }) },
  { name: "by path", run: () => runVitest("by-path", filesByPath(words)) },
  { name: "by title", run: () => runVitest("by-title", filesByTitle(words), titleWith(words)) },
  {
    name: "browser journeys",
    run: () => runPlaywright(["recording", "quiet"], journeysWith(words)),
  },
  { name: "a journey that is heard", run: () => runPlaywright(["speech"], journeysWith(words)) },
];

const stages: { name: string; run: () => Promise<Outcome> }[] = words.length === 0 ? whole : part;

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
const isNothing = sum.passed + sum.failed === 0;
if (isNothing) console.error(`\nNo test has ${words.join(" or ")} in its path or title.`);
console.log(`\ntests: ${sum.passed} passed, ${sum.failed} failed`);
process.exit(sum.failed === 0 && !isNothing ? 0 : 1);

async function runCheck(): Promise<Outcome> {
  const { check } = await import("./check.ts");
  return allOrNothing(await check({ architecture: false })); // it comes with the tests
}

async function runVitest(name: string, files?: string[], title?: string): Promise<Outcome> {
  if (files?.length === 0) return { passed: 0, failed: 0 };
  const report = join(reports, `${name}.json`);
  const only = [...(files ?? []), ...(title ? ["--testNamePattern", title] : [])];
  const command = tool("vitest", "run", ...only, "--reporter=default");
  const code = await run([...command, "--reporter=json", `--outputFile.json=${report}`]);
  const { numPassedTests = 0, numFailedTests = 0 } = await read(report);
  return counted(numPassedTests, numFailedTests, code);
}

async function runPlaywright(projects: string[], title?: string): Promise<Outcome> {
  const { fetchChromium, fetchShell, findChromium, findShell } = await import("./chromium.ts");
  const chromium = (await findChromium()) ?? (await fetchChromium());
  if (!chromium) {
    console.error("No Chromium to be had. Install one and name it in CHROMIUM_PATH.");
    return allOrNothing(false);
  }
  const needsShell = projects.includes("quiet");
  const shell = needsShell && ((await findShell()) ?? (await fetchShell()));
  if (!(await buildWebClient())) return allOrNothing(false);

  const report = join(reports, `playwright-${projects[0]}.json`);
  const whose = projects.map((project) => `--project=${project}`);
  const only = title ? ["--grep", title, "--pass-with-no-tests"] : [];
  const code = await run(tool("playwright", "test", "--reporter=list,json", ...whose, ...only), {
    CHROMIUM_PATH: chromium,
    CHROMIUM_SHELL_PATH: shell || chromium,
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
