import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { hasIndex } from "#api/media/layout.ts";
import { CannotConvert, transcode } from "#api/media/transcode.ts";
import type { Allowance } from "#api/media/watch.ts";
import { childThat } from "#tests/support/child.ts";
import { atEndOfFile } from "#tests/support/cleanup.ts";
import { longRecording } from "#tests/support/long-recording.ts";
import { groupOf, isRunning, processesThatName } from "#tests/support/processes.ts";
import { temporaryDirectory } from "#tests/support/temporary-directory.ts";
import { videoPath } from "#tests/support/videos.ts";

const directory = temporaryDirectory();
const endless: Allowance = { seconds: 1e9, secondsWithoutAdvance: 1e9, bytesOfMemory: 1e12 };

/** A process whose thread is never free, under the watch that a prepared file is under. */
function circling(way: string, allowance: Partial<Allowance>, seconds = 1e9) {
  const child = Bun.spawn(
    [
      ...[process.execPath, `${import.meta.dirname}/circling.ts`],
      ...[way, JSON.stringify({ ...endless, ...allowance }), String(seconds)],
    ],
    { stdin: "pipe", stdout: "pipe", stderr: "inherit" },
  );
  atEndOfFile(() => child.kill("SIGKILL"));
  return child;
}

describe("a process that reads a stranger's file", () => {
  it.each([
    ["standing", { secondsWithoutAdvance: 0.3 }],
    ["advancing", { seconds: 0.3 }],
    ["hoarding", { bytesOfMemory: 3e8 }],
  ])("is ended, and says so, when it is %s beyond what it may", async (way, allowance) => {
    const child = circling(way, allowance);
    expect(await new Response(child.stdout).text()).toBe('begun\n{"kind":"gave-up"}\n');
    expect(await child.exited).not.toBe(0);
  });

  it("is left alone for as long as it advances", async () => {
    const child = circling("advancing", { secondsWithoutAdvance: 0.3 }, 1.5);
    expect(await new Response(child.stdout).text()).toBe("begun\nthrough\n");
  });

  it("ends when whoever started it has gone, however busy it is", async () => {
    const child = circling("standing", {});
    await child.stdout.getReader().read();
    child.stdin.end();
    expect(await child.exited).not.toBe(0);
  });
});

describe("when the server is killed", () => {
  it("what prepares a file does not live on beside the next server", async () => {
    const source = join(directory, "long.webm");
    const destination = join(directory, "long-made.webm");
    await writeFile(source, await longRecording(1200));
    const server = await childThat(`
      import { prepareVideo } from "#api/media/prepare.ts";
      await new Promise((begun) =>
        void prepareVideo(${JSON.stringify(source)}, ${JSON.stringify(destination)}, { onProgress: begun }));
    `);
    const naming = await processesThatName(destination); // the server's own code does, too
    const [worker = 0] = naming.filter((pid) => pid !== server.pid);
    expect(await isRunning(worker)).toBe(true);
    // Ctrl-C reaches a whole group, and would spend one of the tries that a recording has.
    expect(await groupOf(worker)).not.toBe(await groupOf(server.pid));
    await server.kill("SIGKILL");
    await expect.poll(() => isRunning(worker)).toBe(false);
    expect(await hasIndex(destination, "webm").catch(() => false)).toBe(false);
  });

  it("what converts a file does not, either", async () => {
    const { path, pid } = await slowConverter("abandoned");
    const server = await childThat(`
      import { transcode } from "#api/media/transcode.ts";
      void transcode({ path: ${JSON.stringify(path)} }, ${JSON.stringify(videoPath("xvid.avi"))}, "/dev/null",
        { container: "avi", duration: 2 });
      while (!(await Bun.file(${JSON.stringify(`${path}.pid`)}).exists())) await Bun.sleep(10);
    `);
    const converter = await pid();
    expect(await isRunning(converter)).toBe(true);
    expect(await groupOf(converter)).not.toBe(await groupOf(server.pid));
    await server.kill("SIGKILL");
    await expect.poll(() => isRunning(converter)).toBe(false);
  });
});

test("a conversion that nobody wants any more ends", async () => {
  const { path, pid } = await slowConverter("unwanted");
  const unwanted = new AbortController();
  const converting = transcode({ path }, videoPath("xvid.avi"), "/dev/null", {
    container: "avi",
    duration: 2,
    signal: unwanted.signal,
  });
  const converter = await pid();
  unwanted.abort(new Error("the recording was deleted"));
  await expect(converting).rejects.toThrow("the recording was deleted");
  expect(await isRunning(converter)).toBe(false);
});

test.each(["SIGKILL", "SIGTERM"] as const)(
  "a conversion that is ended by %s says nothing about the file",
  async (signal) => {
    const { path, pid } = await slowConverter(`ended-by-${signal}`);
    const wish = { container: "avi", duration: 2 } as const;
    const failed = transcode({ path }, videoPath("xvid.avi"), "/dev/null", wish).catch(
      (error: unknown) => error,
    );
    process.kill(await pid(), signal);
    const reason = await failed;
    expect(String(reason)).toMatch(/ffmpeg was ended/);
    expect(reason).not.toBeInstanceOf(CannotConvert);
  },
);

/** Stands where ffmpeg would, says which process it is, and takes for ever. */
async function slowConverter(name: string) {
  const path = join(directory, name);
  await writeFile(
    path,
    `#!/bin/sh\necho $$ > ${path}.new && mv ${path}.new ${path}.pid\nexec sleep 600\n`,
  );
  await chmod(path, 0o700);
  const read = () =>
    Bun.file(`${path}.pid`)
      .text()
      .catch(() => "");
  return {
    path,
    async pid() {
      await expect.poll(read).not.toBe("");
      const pid = Number(await read());
      atEndOfFile(async () => (await isRunning(pid)) && process.kill(pid, "SIGKILL"));
      return pid;
    },
  };
}
