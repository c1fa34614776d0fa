import { readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The longest files by far are among the faults: begun last, they were waited for with nothing beside them. */
class FaultsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files);
    const isFault = ({ project }: TestSpecification) => project.name === "faults";
    return [...sorted.filter(isFault), ...sorted.filter((file) => !isFault(file))];
  }
}

const ofClient = [...new Bun.Glob("tests/web/**/*.test.{ts,tsx}").scanSync(import.meta.dirname)];
/** A test that needs a page says so in its first line. */
const withPage = ofClient.filter((file) =>
  readFileSync(join(import.meta.dirname, file), "utf8").startsWith("// @vitest-environment"),
);
const withoutPage = ofClient.filter((file) => !withPage.includes(file));

const project = (
  name: string,
  include: string[],
  more: {
    globalSetup?: string;
    setupFiles?: string[];
    testTimeout?: number;
    isolate?: boolean;
  } = {},
) => ({
  extends: true as const,
  test: { name, include, ...more },
});

const within = (folders: string) => [`tests/${folders}/*.test.{ts,tsx}`];

export default defineConfig({
  test: {
    pool: "threads",
    // Twice as many beside each other took no less time, and what waits for the processor holds more memory.
    maxWorkers: "100%",
    sequence: { sequencer: FaultsFirst },
    // To read the whole API anew for each file took a third of the processor's time.
    isolate: false,
    setupFiles: ["tests/support/end-of-file.ts"], // a list: a project's own are added to it
    // Limits are for what hangs: a busy machine is no failure.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    chaiConfig: { truncateThreshold: 1000 }, // a failure names what a list holds, not that it is an array
    // To ask a hundred times a second kept a processor from the work that is waited for.
    expect: { poll: { interval: 30, timeout: 30_000 } },
    projects: [
      project("architecture", within("architecture")),
      // Real processes that are killed and come back.
      project("faults", within("faults/**"), {
        testTimeout: 120_000,
        globalSetup: "tests/support/shared-data-dir.ts",
      }),
      project("web", withoutPage, { setupFiles: ["tests/support/own-modules.ts"] }),
      // Modules of the client hold what one page holds, so each file with a page has its own.
      project("pages", withPage, { isolate: true, setupFiles: ["tests/support/patience.ts"] }),
      // One Postgres for the whole run, started only when a test of these takes part in it.
      project("database", within("{policies,api,architecture/served}/**"), {
        globalSetup: "tests/support/shared-postgres.ts",
      }),
    ],
  },
});
