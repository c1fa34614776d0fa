import { existsSync, readdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { claimDataDir, DataDirInUse } from "#api/platform/data-dir.ts";
import { childThat } from "#tests/support/child.ts";
import { temporaryDirectory } from "#tests/support/temporary-directory.ts";

const claimInChild = (path: string) =>
  childThat(`
    const { claimDataDir } = await import("#api/platform/data-dir.ts");
    globalThis.claimed = claimDataDir(${JSON.stringify(path)});
  `);

describe("a data directory", () => {
  it("is made where there is none, for nobody else to look into", async () => {
    const path = `${temporaryDirectory()}/not/there/yet`;
    const claimed = claimDataDir(path);
    const { mode } = await Bun.file(path).stat();
    expect(mode & 0o777).toBe(0o700);
    claimed.release();
  });

  it("belongs to one server at a time, and says to which", () => {
    const path = temporaryDirectory();
    const claimed = claimDataDir(path);
    expect(() => claimDataDir(path)).toThrow(DataDirInUse);
    expect(() => claimDataDir(path)).toThrow(
      `Kinora is already running on ${path} (process ${process.pid})`,
    );
    claimed.release();
    claimDataDir(path).release();
  });

  it("is refused while another process has it", async () => {
    const path = temporaryDirectory();
    const holder = await claimInChild(path);
    expect(() => claimDataDir(path)).toThrow(`(process ${holder.pid})`);
    await holder.kill();
  });

  it("is free again when that process was killed", async () => {
    const path = temporaryDirectory();
    const holder = await claimInChild(path);
    await holder.kill("SIGKILL");
    claimDataDir(path).release();
  });

  it("asks a full disk for no room but for its number: the room that is kept for Postgres is let go later", () => {
    const path = temporaryDirectory();
    claimDataDir(path).release();
    const claimed = claimDataDir(path);
    expect(readdirSync(path).toSorted()).toEqual(["lock", "pid"]);
    expect(statSync(join(path, "lock")).size).toBe(0);
    claimed.release();
  });

  it.runIf(existsSync("/dev/full"))("says what to do where its disk is full", () => {
    const path = temporaryDirectory();
    symlinkSync("/dev/full", join(path, "pid"));
    expect(() => claimDataDir(path)).toThrow(
      /^DATA_DIR: .* cannot be used \(ENOSPC.*\)\. Its disk is full: make room there, and start again\.$/,
    );
  });

  it("says what to do where it is a file", () => {
    const path = join(temporaryDirectory(), "file");
    writeFileSync(path, "");
    expect(() => claimDataDir(path)).toThrow(
      /cannot be used \(EEXIST.*\)\. Set another directory\.$/,
    );
  });
});
