import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** A disk of so many bytes that begins with what lies in the folder now, and that nothing else writes to. */
export function aDiskOf(bytes: number, directory: string) {
  const before = bytesBelow(directory);
  return { reserve: 0, free: () => bytes + before - bytesBelow(directory) };
}

const bytesBelow = (directory: string): number =>
  readdirSync(directory, { recursive: true, encoding: "utf8" }).reduce((sum, name) => {
    const found = statSync(join(directory, name), { throwIfNoEntry: false });
    return sum + (found?.isFile() ? found.size : 0);
  }, 0);
