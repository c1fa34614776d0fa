import { existsSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readPidFile } from "#api/platform/embedded/pid-file.ts";
import { childThat } from "#tests/support/child.ts";
import { isRunning } from "#tests/support/processes.ts";
import { temporaryDirectory } from "#tests/support/temporary-directory.ts";

test("a run of the tests that is told to end leaves no Postgres", async () => {
  const directory = temporaryDirectory();
  const run = await childThat(`
    process.env.TMPDIR = ${JSON.stringify(directory)};
    const { temporaryPostgres } = await import("#tests/support/temporary-postgres.ts");
    await temporaryPostgres();
  `);
  const [name = ""] = readdirSync(directory);
  const { pid = 0 } = readPidFile(join(directory, name, "postgres/data")) ?? {};
  expect(await isRunning(pid), `${name} in ${tmpdir()}`).toBe(true);
  await run.kill("SIGTERM");
  expect(await isRunning(pid)).toBe(false);
  expect(existsSync(join(directory, name))).toBe(false);
});
