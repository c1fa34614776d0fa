import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { removeDataDir, startServer } from "#tests/support/server-process.ts";
import { usedDataDir } from "#tests/support/shared-data-dir.ts";
import { temporaryDirectory } from "#tests/support/temporary-directory.ts";
import { command } from "./command.ts";

/** The answer of `bun run admin jobs` about the server in this directory. */
const jobsOf = (DATA_DIR: string) => command(["scripts/admin.ts", "jobs"], { DATA_DIR });

test("an operator beside a running server borrows its Postgres, and starts no second one on the same data", async () => {
  const dataDir = usedDataDir();
  const server = await startServer({ DATA_DIR: dataDir });
  const pidFile = join(dataDir, "postgres/data/postmaster.pid");
  const written = readFileSync(pidFile, "utf8");
  const link = join(temporaryDirectory(), "link");
  symlinkSync(dataDir, link);
  const borrowed = await jobsOf(link);
  const left = readFileSync(pidFile, "utf8");

  const elsewhere = written.replace(/^\d+/, String(2 ** 30)); // as another container's looks from here
  writeFileSync(pidFile, elsewhere);
  const refused = await jobsOf(dataDir);
  const after = readFileSync(pidFile, "utf8");
  writeFileSync(pidFile, written);
  await server.kill("SIGTERM");
  removeDataDir(dataDir);

  expect([borrowed.code, left], "by another name of the directory").toEqual([0, written]);
  expect([refused.code, after], "where its processes cannot be seen").toEqual([1, elsewhere]);
  expect(refused.said).toContain("If it runs in a container, call this in there");
});
