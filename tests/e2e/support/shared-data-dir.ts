import { removeDataDir } from "#tests/support/server-process.ts";
import { copyOf, makeUsedDataDir } from "#tests/support/used-data-dir.ts";

/** Runs once for all journeys; processes that begin here inherit the place. */
export default async function setup() {
  const dataDir = await makeUsedDataDir();
  process.env.KINORA_USED_DATA_DIR = dataDir;
  return () => removeDataDir(dataDir);
}

export function usedDataDir(): string {
  const dataDir = process.env.KINORA_USED_DATA_DIR;
  if (!dataDir) throw new Error("There is no data directory for journeys");
  return copyOf(dataDir);
}
