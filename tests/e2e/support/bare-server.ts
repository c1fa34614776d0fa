import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { removeDataDir, type ServerProcess, startServer } from "#tests/support/server-process.ts";
import { test as journey } from "./journey.ts";
import { usedDataDir } from "./shared-data-dir.ts";

/** A server whose machine has no ffmpeg that runs. */
export const test = journey.extend<object, { server: ServerProcess }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern
    async ({}, use) => {
      const dataDir = usedDataDir();
      writeFileSync(join(dataDir, "ffmpeg"), "#!/bin/sh\nexit 1\n", { mode: 0o755 });
      const PATH = `${dataDir}:${process.env.PATH}`;
      const server = await startServer({ DATA_DIR: dataDir, DEFAULT_PLAN: "Premium", PATH });
      await use(server);
      await server.kill("SIGTERM");
      removeDataDir(dataDir);
    },
    { scope: "worker" },
  ],
});
