import { rmSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";
import type { TestProject } from "vitest/node";
import { newDataDir, removeDataDir, startServer } from "./server-process.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** What a server leaves behind that was started here for the first time, and stopped. */
    dataDir: string;
  }
}

export default async function setup(project: TestProject) {
  const dataDir = newDataDir();
  const server = await startServer({ DATA_DIR: dataDir, LOG_LEVEL: "error" });
  await server.kill("SIGTERM");
  rmSync(join(dataDir, "postgres/reserve"), { force: true }); // 48 MB that say nothing
  project.provide("dataDir", dataDir);
  return () => removeDataDir(dataDir);
}

/** A copy of it: a start there is one of a second, because Postgres need not be made and migrated. */
export function usedDataDir(): string {
  const directory = newDataDir();
  // Postgres wants to own what is its, and nobody else to read it.
  const { success, stderr } = Bun.spawnSync(["cp", "-a", `${inject("dataDir")}/.`, directory]);
  if (!success) throw new Error(`The data directory could not be copied: ${stderr}`);
  return directory;
}
