import { rmSync } from "node:fs";
import { join } from "node:path";
import { newDataDir, startServer } from "./server-process.ts";

/** The data directory of a server that was started here for the first time, and stopped. */
export async function makeUsedDataDir(): Promise<string> {
  const dataDir = newDataDir();
  const server = await startServer({ DATA_DIR: dataDir, LOG_LEVEL: "error" });
  await server.kill("SIGTERM");
  rmSync(join(dataDir, "postgres/reserve"), { force: true }); // 48 MB that say nothing
  return dataDir;
}

/** A start on this copy takes a second, because Postgres need not be made and migrated. */
export function copyOf(usedDataDir: string): string {
  const directory = newDataDir();
  // Postgres wants to own its files, and nobody else to read them.
  const { success, stderr } = Bun.spawnSync(["cp", "-a", `${usedDataDir}/.`, directory]);
  if (!success) throw new Error(`The data directory could not be copied: ${stderr}`);
  return directory;
}
