import { writeFileSync } from "node:fs";
import type { Reporter } from "vitest/node";
import type { Report } from "./test-report.ts";

/** Says in a file what a run came to. Vitest's own report leaves out an error that no test waited for. */
export default class VitestReport implements Reporter {
  onTestRunEnd: Reporter["onTestRunEnd"] = (files, unhandled) => {
    const tests = files.flatMap((file) =>
      Array.from(file.children.allTests(), (test) => ({
        name: `${file.relativeModuleId} › ${test.fullName}`,
        state: test.result().state,
        why: test.result().errors?.map(({ message }) => message) ?? [],
      })),
    );
    const report: Report = {
      passed: tests.filter(({ state }) => state === "passed").length,
      failed: tests
        .filter(({ state }) => state === "failed")
        .map(({ name, why }) => [name, ...why].join("\n  ")),
      errors: [
        ...files.flatMap((file) => file.errors().map(saying(file.relativeModuleId))),
        ...unhandled.map((error) =>
          saying(`while ${error.VITEST_TEST_PATH ?? "no file"} ran`)(error),
        ),
      ],
    };
    writeFileSync(process.env.VITEST_REPORT_FILE ?? "", JSON.stringify(report));
  };
}

const saying =
  (where: string) =>
  ({ message, stack = "" }: { message: string; stack?: string }) =>
    `${where}: ${stack.includes(message) ? stack : `${message}\n${stack}`}`;
