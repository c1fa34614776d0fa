import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { removeDataDir, startServer } from "#tests/support/server-process.ts";
import { usedDataDir } from "#tests/support/shared-data-dir.ts";

describe("a server that is told to stop", () => {
  // Ctrl-C reaches the whole group, and `bun start` passes on what it gets: the signal comes twice.
  it.each(["SIGTERM", "SIGINT"] as const)(
    "by %s, again and again, stops its Postgres first",
    async (signal) => {
      const dataDir = usedDataDir();
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
    const dataDir = usedDataDir();
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

describe("an error that nothing was ready for", () => {
  it.each([
    ["thrown", "throw new Error('out of the blue')"],
    ["rejected", "void Promise.reject(new Error('out of the blue'))"],
  ])("%s, is logged whole, stops Postgres and ends the server with a code", async (_, act) => {
    const dataDir = usedDataDir();
    const surprise = join(dataDir, "surprise.ts");
    writeFileSync(surprise, `process.on("SIGUSR2", () => { ${act}; });`);
    const child = Bun.spawn([process.execPath, "--preload", surprise, "api/main.ts"], {
      env: { ...process.env, PORT: "0", DATA_DIR: dataDir, LOG_LEVEL: "warn" },
      stdout: "pipe",
      stderr: "inherit",
    });
    let said = "";
    for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
      if (!said.includes("ready on") && `${said}${text}`.includes("ready on"))
        child.kill("SIGUSR2");
      said += text;
    }
    expect(await child.exited).toBe(1);
    expect(said).toMatch(/"message":"out of the blue".*"stack":".*surprise\.ts/);
    expect(existsSync(join(dataDir, "postgres/data/postmaster.pid"))).toBe(false);
    removeDataDir(dataDir);
  });
});
