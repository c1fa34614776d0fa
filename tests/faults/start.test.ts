import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { removeDataDir } from "#tests/support/server-process.ts";
import { usedDataDir } from "#tests/support/shared-data-dir.ts";

/** The error output and exit code of a server that is started like this. */
async function told(settings: Record<string, string>, spoil = (_dataDir: string) => {}) {
  const dataDir = usedDataDir();
  spoil(dataDir);
  const server = Bun.spawn([process.execPath, "api/main.ts"], {
    env: { ...process.env, PORT: "0", DATA_DIR: dataDir, LOG_LEVEL: "warn", ...settings },
    stderr: "pipe",
  });
  const [text, code] = await Promise.all([new Response(server.stderr).text(), server.exited]);
  removeDataDir(dataDir);
  return { text, code };
}

test.each([
  ["the setting that is wrong", { PORT: "http" }, "PORT: must be a port"],
  ["an ffmpeg that is not there", { FFMPEG_PATH: "/no/such/ffmpeg" }, "FFMPEG_PATH: /no/such"],
  ["an address that is not this machine's", { HOST: "203.0.113.7" }, "HOST, PORT: 203.0.113.7"],
])("a start that cannot succeed names %s, and shows no stack", async (_, settings, words) => {
  const { text, code } = await told(settings);
  expect(text).toMatch(/^Kinora cannot start\.\n[^\n]+\n$/);
  expect(text).toContain(words);
  expect(code).toBe(1);
});

test("a start on a port that is taken says so", async () => {
  const other = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response() });
  const { port } = other;
  const { text, code } = await told({ PORT: String(port) });
  await other.stop(true);
  expect([text, code]).toEqual([
    `Kinora cannot start.\nPORT: ${port} is in use already. Stop what uses it, or set PORT.\n`,
    1,
  ]);
});

test.runIf(existsSync("/dev/full"))(
  "a start that finds no room for a file of its own says what to do",
  async () => {
    const { text, code } = await told({}, (dataDir) => {
      rmSync(join(dataDir, "signing-key.json"));
      symlinkSync("/dev/full", join(dataDir, "signing-key.json.new"));
    });
    expect([text, code]).toEqual([
      expect.stringMatching(
        /^Kinora cannot start\.\nDATA_DIR: ENOSPC[^\n]*\. Its disk is full: [^\n]+\n$/,
      ),
      1,
    ]);
  },
);

test("a start by a Bun that is too old names the one that it needs", async () => {
  const clone = mkdtempSync(join(tmpdir(), "kinora-clone-"));
  cpSync("scripts", join(clone, "scripts"), { recursive: true });
  writeFileSync(join(clone, "package.json"), JSON.stringify({ packageManager: "bun@99.1.2" }));
  const start = Bun.spawn([process.execPath, "scripts/start.ts"], { cwd: clone, stderr: "pipe" });
  expect(await new Response(start.stderr).text()).toBe(
    `Kinora needs Bun 99.1, and this is ${Bun.version}. Start it by: npx bun@99.1 start\n`,
  );
  expect(await start.exited).toBe(1);
  rmSync(clone, { recursive: true });
});

test("a clone whose packages cannot be installed says why, and does not just end", async () => {
  const clone = mkdtempSync(join(tmpdir(), "kinora-clone-"));
  for (const name of ["package.json", "bunfig.toml", "scripts"])
    cpSync(name, join(clone, name), { recursive: true });
  writeFileSync(join(clone, "bun.lock"), "not a lockfile");
  const start = Bun.spawn([process.execPath, "scripts/start.ts"], { cwd: clone, stderr: "pipe" });
  expect(await new Response(start.stderr).text()).toMatch(
    /bun\.lock.*The packages could not be installed\.\n$/s,
  );
  expect(await start.exited).toBe(1);
  rmSync(clone, { recursive: true });
});

test("a start by npx ends when npx was told to end, which passes no signal on", async () => {
  const script = `
    const { endWithNpx } = await import(${JSON.stringify(join(process.cwd(), "scripts/end-with-npx.ts"))});
    process.on("SIGTERM", () => (console.log("told to end"), process.exit()));
    setInterval(() => {}, 1000);
    endWithNpx();
    console.log("started");
  `;
  const shell = `sh -c '"$0" -e "$1"; true' "$0" "$1"; true`; // which lives on without npx
  const npx = Bun.spawn(["sh", "-c", shell, process.execPath, script], {
    argv0: "npm exec bun start",
    env: { ...process.env, npm_execpath: "npm/bin/npm-cli.js" },
    stdout: "pipe",
  });
  let said = "";
  for await (const chunk of npx.stdout) {
    said += Buffer.from(chunk).toString();
    if (said === "started\n") npx.kill("SIGKILL");
  }
  expect(said).toBe("started\ntold to end\n");
});
