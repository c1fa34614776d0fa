/**
 * `bun run test`: what one runs before a pull request; `bun run test --all`: everything that must hold, as CI does;
 * `bun run test share bell`: the tests whose path or title has one of these words. `--list` prints the files of the
 * first two, one a line, and runs nothing. The last line of a run is `tests: N passed, N failed`.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JSONReport } from "@playwright/test/reporter";
import { buildWebClient } from "./build.ts";
import { install } from "./install.ts";
import { run, tool } from "./run.ts";
import { type Report, readReport, reportOfJourneys } from "./test-report.ts";
import { inFirstTier, journeyFiles, testFiles } from "./test-tiers.ts";
import { filesByPath, filesByTitle, journeysWith, titleWith } from "./tests-with-words.ts";

interface Outcome {
  passed: number;
  /** The names of the failed tests. */
  failed: string[];
}

const reports = mkdtempSync(join(tmpdir(), "kinora-test-"));
const words = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const isAll = process.argv.includes("--all");
const firstTier = testFiles().filter(inFirstTier);

if (process.argv.includes("--list")) {
  console.log((isAll ? [...testFiles(), ...journeyFiles()] : firstTier).join("\n"));
  process.exit();
}

const beforeAll = [
  { name: "install", run: () => install().then(allOrNothing("install")) },
  { name: "check", run: runCheck },
];

const usual = [
  ...beforeAll,
  { name: "architecture, policies, api, web", run: () => runVitest("vitest", firstTier) },
];

const whole = [
  ...beforeAll,
  { name: "architecture, policies, api, web, faults", run: () => runVitest("vitest") },
  { name: "browser journeys", run: () => runPlaywright(["recording", "quiet"]) },
  { name: "a journey that is heard", run: () => runPlaywright(["speech"]) },
];

const part = [
  { name: "install", run: () => install().then(allOrNothing("install")) },
  { name: "by path", run: () => runVitest("by-path", filesByPath(words)) },
  { name: "by title", run: () => runVitest("by-title", filesByTitle(words), titleWith(words)) },
  {
    name: "browser journeys",
    run: () => runPlaywright(["recording", "quiet"], journeysWith(words)),
  },
  { name: "a journey that is heard", run: () => runPlaywright(["speech"], journeysWith(words)) },
];

const wanted = isAll ? whole : usual;
const stages: { name: string; run: () => Promise<Outcome> }[] = words.length === 0 ? wanted : part;

const sum: Outcome = { passed: 0, failed: [] };
for (const stage of stages) {
  console.log(`\n── ${stage.name}`);
  const started = performance.now();
  const { passed, failed } = await stage.run();
  console.log(`── ${stage.name}: ${((performance.now() - started) / 1000).toFixed(0)} s`);
  sum.passed += passed;
  sum.failed.push(...failed);
}
rmSync(reports, { recursive: true });
const isNothing = sum.passed + sum.failed.length === 0;
if (isNothing) console.error(`\nNo test has ${words.join(" or ")} in its path or title.`);
if (sum.failed.length > 0) console.error(`\nWhat failed:\n✗ ${sum.failed.join("\n✗ ")}`);
console.log(`\ntests: ${sum.passed} passed, ${sum.failed.length} failed`);
process.exit(sum.failed.length === 0 && !isNothing ? 0 : 1);

async function runCheck(): Promise<Outcome> {
  const { check } = await import("./check.ts");
  return allOrNothing("check")(await check({ architecture: false })); // the architecture's tests run with the others
}

async function runVitest(name: string, files?: string[], title?: string): Promise<Outcome> {
  if (files?.length === 0) return { passed: 0, failed: [] };
  const report = join(reports, `${name}.json`);
  const only = [...(files ?? []), ...(title ? ["--testNamePattern", title] : [])];
  const reporters = ["--reporter=default", "--reporter=./scripts/vitest-report.ts"];
  const code = await run(tool("vitest", "run", ...only, ...reporters), {
    VITEST_REPORT_FILE: report,
  });
  return outcome("vitest", code, await readReport<Report>(report));
}

async function runPlaywright(projects: string[], title?: string): Promise<Outcome> {
  const { fetchChromium, fetchShell, findChromium, findShell } = await import("./chromium.ts");
  const chromium = (await findChromium()) ?? (await fetchChromium());
  if (!chromium) {
    console.error("No Chromium to be had. Install one and name it in CHROMIUM_PATH.");
    return allOrNothing("Chromium for the journeys")(false);
  }
  const needsShell = projects.includes("quiet");
  const shell = needsShell && ((await findShell()) ?? (await fetchShell()));
  if (!(await buildWebClient())) return allOrNothing("build of the client")(false);

  const file = join(reports, `playwright-${projects[0]}.json`);
  const whose = projects.map((project) => `--project=${project}`);
  const only = title ? ["--grep", title, "--pass-with-no-tests"] : [];
  const code = await run(tool("playwright", "test", "--reporter=list,json", ...whose, ...only), {
    CHROMIUM_PATH: chromium,
    CHROMIUM_SHELL_PATH: shell || chromium,
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  });
  const written = await readReport<JSONReport>(file);
  const report = written && reportOfJourneys(written);
  for (const journey of report?.flaky ?? []) console.log(`A second try was needed: ${journey}`);
  return outcome("playwright", code, report);
}

/** A runner can fail without a failed test: a server that does not start, a promise that nobody waited for. */
function outcome(runner: string, code: number, report?: Report): Outcome {
  const { passed, failed, errors } = report ?? { passed: 0, failed: [], errors: [] };
  const told = [...failed, ...errors];
  const ended = `${runner} ended with ${code}, and named nothing that failed`;
  return { passed, failed: code !== 0 && told.length === 0 ? [ended] : told };
}

function allOrNothing(name: string) {
  return (ok: boolean): Outcome => ({ passed: 0, failed: ok ? [] : [name] });
}
