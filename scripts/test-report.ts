import type { JSONReport, JSONReportSuite } from "@playwright/test/reporter";

/** What a runner's run came to. */
export interface Report {
  passed: number;
  /** By name. */
  failed: string[];
  /** What failed outside every test: a file that does not load, a promise that nobody waited for. */
  errors: string[];
}

/** Of the file in which a runner has left it; nothing where it did not come so far. */
export async function readReport<Content>(path: string): Promise<Content | undefined> {
  const file = Bun.file(path);
  return (await file.exists()) ? file.json() : undefined;
}

/** A journey that came through the second time has passed, and is named: `flaky`. */
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
