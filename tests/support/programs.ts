import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { temporaryDirectory } from "./temporary-directory.ts";

/** A PATH on which these are, as far as this machine has them, and nothing else. */
export function pathWith(...names: string[]): string {
  const directory = temporaryDirectory();
  for (const name of names) {
    const program = Bun.which(name);
    if (program) symlinkSync(program, join(directory, name));
  }
  return directory;
}
