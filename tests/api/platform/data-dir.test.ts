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
});
