import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { newDataDir, removeDataDir, startServer } from "#tests/support/server-process.ts";

describe("a server that is told to stop", () => {
  // Ctrl-C reaches the whole group, and `bun start` passes on what it gets: the signal comes twice.
  it.each(["SIGTERM", "SIGINT"] as const)(
    "by %s, again and again, stops its Postgres first",
    async (signal) => {
      const dataDir = newDataDir();
      const server = await startServer({ DATA_DIR: dataDir });
      const pidFile = join(dataDir, "postgres/data/postmaster.pid");
      expect(existsSync(pidFile)).toBe(true);

      const again = setInterval(() => process.kill(server.pid, signal), 5);
      await server.kill(signal);
      clearInterval(again);

      // Postgres removes it as its last act.
      expect(existsSync(pidFile)).toBe(false);
      removeDataDir(dataDir);
    },
  );

  it("refuses a second one on the same data directory and names the first", async () => {
    const dataDir = newDataDir();
    const server = await startServer({ DATA_DIR: dataDir });
    const second = Bun.spawn([process.execPath, "api/main.ts"], {
      env: { ...process.env, PORT: "0", DATA_DIR: dataDir },
      stderr: "pipe",
    });

    expect(await new Response(second.stderr).text()).toContain(
      `already running on ${dataDir} (process ${server.pid})`,
    );
    expect(await second.exited).toBe(1);
    expect((await fetch(`${server.origin}/readyz`)).ok).toBe(true);
    await server.kill("SIGTERM");
    removeDataDir(dataDir);
  });
});
