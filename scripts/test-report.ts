import type { JSONReport, JSONReportSuite } from "@playwright/test/reporter";

/** The result of one runner. */
export interface Report {
  passed: number;
  /** The names of the failed tests, each with its error where the runner says one. */
  failed: string[];
  /** Errors outside every test: a file that does not load, a promise that nobody waited for. */
  errors: string[];
}

/** The report in the file that a runner has written; undefined where it did not come so far. */
export async function readReport<Content>(path: string): Promise<Content | undefined> {
  const file = Bun.file(path);
  return (await file.exists()) ? file.json() : undefined;
}

/** A journey that passed at its second try counts as passed, and is named: `flaky`. */
export function reportOfJourneys({ stats, suites, errors }: JSONReport) {
  const journeys = suites.flatMap(journeysOf);
  const named = (status: string) =>
    journeys.filter((journey) => journey.status === status).map(({ name }) => name);
  const report: Report = {
    passed: stats.expected + stats.flaky,
    failed: named("unexpected"),
    errors: errors.map(({ message = "", stack }) => stack ?? message),
  };
  return { ...report, flaky: named("flaky") };
}

function journeysOf({ specs, suites = [] }: JSONReportSuite): { name: string; status: string }[] {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests.map(({ status }) => ({ name: `${file} › ${title}`, status })),
  );
  return [...own, ...suites.flatMap(journeysOf)];
}
