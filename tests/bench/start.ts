import { memoryOf } from "#tests/support/memory.ts";
import { newDataDir, removeDataDir, startServer } from "#tests/support/server-process.ts";
import type { Bench } from "./bench.ts";

/** The time from the command to the first answer, on an empty data directory: initdb, migrations, keys. */
export const firstStart: Bench = {
  work: "first start after install",
  unit: "ms",
  goal: { atMost: 3000 },
  rounds: 5,
  async prepare() {
    const used: string[] = [];
    return {
      ours() {
        const dataDir = newDataDir();
        used.push(dataDir);
        return timeToStart(dataDir);
      },
      // Removed only at the end: ext4, looking for an inode as a start often does, passes over each one freed lately.
      close: async () => used.forEach(removeDataDir),
    };
  },
};

export const nextStart: Bench = {
  work: "next start",
  unit: "ms",
  goal: { atMost: 1000 },
  rounds: 3,
  async prepare() {
    const dataDir = newDataDir();
    await timeToStart(dataDir);
    return {
      ours: () => timeToStart(dataDir),
      close: async () => removeDataDir(dataDir),
    };
  },
};

export const idleMemory: Bench = {
  work: "idle memory, API and Postgres (PSS)",
  unit: "MB",
  goal: { atMost: 100 },
  rounds: 1,
  async prepare() {
    const dataDir = newDataDir();
    const server = await startServer({ DATA_DIR: dataDir });
    return {
      async ours() {
        await fetch(`${server.origin}/healthz`);
        await Bun.sleep(40_000); // the start's garbage is gone, and the connections that it needed are closed
        return memoryOf(server.pid) / 1e6;
      },
      async close() {
        await server.kill("SIGTERM");
        removeDataDir(dataDir);
      },
    };
  },
};

async function timeToStart(dataDir: string): Promise<number> {
  const started = performance.now();
  const server = await startServer({ DATA_DIR: dataDir });
  const { ok } = await fetch(`${server.origin}/readyz`);
  const milliseconds = performance.now() - started;
  await server.kill("SIGTERM");
  if (!ok) throw new Error("The server started, but is not ready");
  return milliseconds;
}
