import { inject } from "vitest";
import type { TestProject } from "vitest/node";
import { removeDataDir } from "./server-process.ts";
import { copyOf, makeUsedDataDir } from "./used-data-dir.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The data directory of a server that was started here for the first time, and stopped. */
    dataDir: string;
  }
}

export default async function setup(project: TestProject) {
  const dataDir = await makeUsedDataDir();
  project.provide("dataDir", dataDir);
  return () => removeDataDir(dataDir);
}

export const usedDataDir = () => copyOf(inject("dataDir"));
