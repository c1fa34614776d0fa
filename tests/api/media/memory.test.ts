import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { allowanceFor } from "#api/media/watch.ts";
import { peakUntilExit } from "#tests/support/growth.ts";
import { largeVideo } from "#tests/support/large-video.ts";
import { temporaryDirectory } from "#tests/support/temporary-directory.ts";

const GB = 1e9;

describe("the memory of a process that prepares a file", () => {
  it("may grow with the file, and leaves the server half of the machine", () => {
    const allowed = (size: number, machine: number) => allowanceFor(size, machine).bytesOfMemory;
    expect(allowed(0, 32 * GB)).toBe(1.5 * GB);
    expect(allowed(0.5 * GB, 32 * GB)).toBe(4.5 * GB);
    expect(allowed(100 * GB, 32 * GB)).toBe(16 * GB);
    expect(allowed(100 * GB, 1 * GB), "whatever the machine has").toBe(1.5 * GB);
  });

  // The collector looks for addresses on the stack and may take a number for one: it then keeps one reading, by chance.
  it("holds what one reading took no longer when the next begins", { retry: 2 }, async () => {
    const directory = temporaryDirectory();
    const [source, made] = [join(directory, "void.webm"), join(directory, "made.webm")];
    const size = 250 * 1024 * 1024;
    await Bun.write(source, new Response(await largeVideo(size)));
    const order = JSON.stringify({ source, destination: made });
    const worker = Bun.spawn([process.execPath, "--smol", "api/media/prepare-worker.ts", order], {
      stdin: "pipe",
      stdout: "pipe",
    });
    const [said, peak] = await Promise.all([
      new Response(worker.stdout).text(),
      peakUntilExit(worker),
    ]);
    expect(said).toContain('"isSeekable":true');
    expect(peak).toBeGreaterThan(size);
    expect(peak).toBeLessThan(6 * size);
  });
});
