import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { newsOf, resultOf } from "#api/media/child.ts";
import { machineMemory } from "#api/media/first-to-go.ts";
import { hasIndex } from "#api/media/layout.ts";
import { prepareVideo } from "#api/media/prepare.ts";
import { BrokenMedia } from "#api/media/probe.ts";
import { transcode } from "#api/media/transcode.ts";
import type { Allowance } from "#api/media/watch.ts";
import { childThat } from "#tests/support/child.ts";
import { atEndOfFile } from "#tests/support/cleanup.ts";
import { kernelThatCounts } from "#tests/support/kernel.ts";
import { longRecording } from "#tests/support/long-recording.ts";
import { groupOf, isRunning, processesThatName } from "#tests/support/processes.ts";
import { temporaryDirectory } from "#tests/support/temporary-directory.ts";
import { videoPath } from "#tests/support/videos.ts";

const directory = temporaryDirectory();
const endless: Allowance = { seconds: 1e9, secondsWithoutAdvance: 1e9, bytesOfMemory: 1e12 };

/** A process whose thread is never free, under the watch that a prepared file is under. */
function circling(way: string, allowance: Partial<Allowance>, seconds = 1e9, film = "") {
  const child = Bun.spawn(
    [
      ...[process.execPath, `${import.meta.dirname}/circling.ts`],
      ...[way, JSON.stringify({ ...endless, ...allowance }), String(seconds), film],
    ],
    { stdin: "pipe", stdout: "pipe", stderr: "inherit" },
  );
  atEndOfFile(() => child.kill("SIGKILL"));
  return child;
}

describe("a process that reads a stranger's file", () => {
  it.each([
    ["standing", { secondsWithoutAdvance: 0.3 }],
    ["stalling", { secondsWithoutAdvance: 0.3 }],
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

  it("is left alone for as long as it reads what it has not read before", async () => {
    const film = videoPath("recorded.webm");
    const child = circling("reading", { secondsWithoutAdvance: 0.5 }, 2, film);
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
    process.kill(worker, "SIGSTOP"); // or it may be done before the server is killed
    expect(await isRunning(worker)).toBe(true);
    // Ctrl-C reaches a whole group, and would spend one of the tries that a recording has.
    expect(await groupOf(worker)).not.toBe(await groupOf(server.pid));
    await server.kill("SIGKILL");
    process.kill(worker, "SIGCONT");
    await expect.poll(() => isRunning(worker), { timeout: 60_000 }).toBe(false);
    expect(await hasIndex(destination, "webm").catch(() => false)).toBe(false);
  });

  it("what converts a file does not, either", async () => {
    const { path, pid } = await slowConverter("abandoned");
    const server = await childThat(`
      import { transcode } from "#api/media/transcode.ts";
      void transcode({ path: ${JSON.stringify(path)} }, ${JSON.stringify(videoPath("xvid.avi"))}, "/dev/null",
        { container: "avi", duration: 2, width: 320, height: 240 });
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
    ...film,
    signal: unwanted.signal,
  });
  const converter = await pid();
  unwanted.abort(new Error("the recording was deleted"));
  await expect(converting).rejects.toThrow("the recording was deleted");
  expect(await isRunning(converter)).toBe(false);
});

test("a conversion that is told to end says nothing about the file", async () => {
  const { path, pid } = await slowConverter("told");
  const failed = transcode({ path }, videoPath("xvid.avi"), "/dev/null", film).catch(
    (error) => error,
  );
  process.kill(await pid(), "SIGTERM");
  const reason = await failed;
  expect(String(reason)).toMatch(/ffmpeg was ended/);
  expect(reason).not.toBeInstanceOf(BrokenMedia);
});

test("a process ends when what it says cannot be taken", async () => {
  const script = join(directory, "say-news.ts");
  await writeFile(
    script,
    `console.log('{"news":1}'); await Bun.stdin.stream().getReader().read();`,
  );
  const { signal } = new AbortController();
  const onNews = () => {
    throw new Error("nobody listens");
  };
  await expect(resultOf(script, null, { signal, onNews })).rejects.toThrow("nobody listens");
  await expect.poll(() => processesThatName(script)).toEqual([]);
});

describe("what the kernel kills for memory", () => {
  const killedByKernel = kernelThatCounts();

  it("is not converted again", async () => {
    const { path, pid } = await slowConverter("killed");
    const failed = transcode({ path }, videoPath("xvid.avi"), "/dev/null", film).catch(
      (error) => error,
    );
    const converting = await pid();
    killedByKernel();
    process.kill(converting, "SIGKILL");
    expect(await failed).toBeInstanceOf(BrokenMedia);
    expect(String(await failed)).toContain("more memory");
  });

  it("is told from what somebody else killed, which is tried again", async () => {
    const { path, pid } = await slowConverter("killed-by-hand");
    const failed = transcode({ path }, videoPath("xvid.avi"), "/dev/null", film).catch(
      (error) => error,
    );
    process.kill(await pid(), "SIGKILL");
    expect(String(await failed)).toMatch(/ffmpeg was ended/);
    expect(await failed).not.toBeInstanceOf(BrokenMedia);
  });

  it("is not prepared again", async () => {
    const source = join(directory, "heavy.webm");
    const made = join(directory, "heavy-made.webm");
    await writeFile(source, await longRecording(1200));
    const failed = prepareVideo(source, made).catch((error) => error);
    await expect.poll(() => processesThatName(made)).toHaveLength(1);
    const [worker = 0] = await processesThatName(made);
    killedByKernel();
    process.kill(worker, "SIGKILL");
    expect(await failed).toBeInstanceOf(BrokenMedia);
    expect(String(await failed)).toContain("more memory");
  });
});

describe.runIf(process.platform === "linux")("memory", () => {
  const said = (pid: number, file: string) => Bun.file(`/proc/${pid}/${file}`).text();

  it("is taken from a conversion first, and only some is given to it", async () => {
    const { path, pid } = await slowConverter("bounded");
    const unwanted = new AbortController();
    const { signal } = unwanted;
    const converting = transcode({ path }, videoPath("xvid.avi"), "/dev/null", { ...film, signal });
    const converter = await pid();
    expect(await said(converter, "oom_score_adj")).toBe("1000\n");
    const bytes = Number(/Max data size +(\d+)/.exec(await said(converter, "limits"))?.[1]);
    const most = Math.min(4e9, machineMemory() / 2);
    expect(bytes, "as many as are meant, to the kilobyte").toBeGreaterThan(most - 1024);
    expect(bytes).toBeLessThanOrEqual(most);
    unwanted.abort();
    await expect(converting).rejects.toThrow();
  });

  it.each(["frame.c: Cannot allocate memory", "x264 [error]: malloc of size 51128448 failed"])(
    "that a conversion was not given is its reason: %s",
    async (words) => {
      const path = join(directory, "short-of-memory");
      await writeFile(path, `#!/bin/sh\necho "${words}" >&2\nexit 1\n`);
      await chmod(path, 0o755);
      const converting = transcode({ path }, videoPath("xvid.avi"), "/dev/null", film);
      await expect(converting).rejects.toThrow("more memory");
    },
  );

  it("is taken first from each process that we start for a file", async () => {
    const script = join(directory, "say-whose-memory.ts");
    await writeFile(script, `await Bun.stdin.stream().getReader().read()`);
    const unwanted = new AbortController();
    const lines = newsOf(script, null, { signal: unwanted.signal });
    const first = lines.next().catch(() => {});
    await expect.poll(() => processesThatName(script)).toHaveLength(1);
    const [child = 0] = await processesThatName(script);
    await expect.poll(() => said(child, "oom_score_adj")).toBe("1000\n");
    unwanted.abort();
    await first;
  });
});

/** The film as its header describes it. */
const film = { container: "avi", duration: 2, width: 320, height: 240 } as const;

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
