import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { atEndOfFile } from "./cleanup.ts";

/** Gone when the test file ends. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), "kinora-test-"));
  atEndOfFile(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}
