import { setPriority } from "node:os";
import { z } from "zod";
import { StoreFull } from "#api/platform/objects/store.ts";
import { BrokenMedia } from "./probe.ts";

const Probe = z.object({
  container: z.enum(["mp4", "mov", "webm", "mkv", "avi"]),
  duration: z.number(),
  width: z.number(),
  height: z.number(),
  videoCodec: z.string().nullable(),
  audioCodec: z.string().nullable(),
  hasAudio: z.boolean(),
  videoCodecString: z.string().nullable(),
});

const Prepared = z.object({
  kind: z.literal("prepared"),
  /** Of the file that is to be served: the new one where there is one. */
  probe: Probe,
  isPlayable: z.boolean(),
  isSeekable: z.boolean(),
  /** Whether the destination holds a better file. */
  isNew: z.boolean(),
  remuxFailure: z.string().nullable(),
  /** How loud it gets, in decibels below full scale; null where that cannot be told. */
  audioLevel: z.number().nullable(),
});
export type Prepared = z.infer<typeof Prepared>;

const PrepareMessage = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("progress"), percent: z.number() }),
  z.object({ kind: z.literal("full") }),
  z.object({ kind: z.literal("broken"), reason: z.string() }),
  Prepared,
]);
export type PrepareMessage = z.infer<typeof PrepareMessage>;

export interface PrepareOptions {
  onProgress?: (percent: number) => void;
  signal?: AbortSignal;
  deadlineMs?: number;
}

/** Reads a video and, where that helps, writes a copy with duration and index to `destination`. */
export async function prepareVideo(
  source: string,
  destination: string,
  options: PrepareOptions = {},
): Promise<Prepared> {
  const { onProgress, signal, deadlineMs = patience(Bun.file(source).size) } = options;
  signal?.throwIfAborted();
  const timeout = AbortSignal.timeout(deadlineMs);
  const worker = Bun.spawn(
    [process.execPath, "--smol", `${import.meta.dirname}/prepare-worker.ts`, source, destination],
    {
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      killSignal: "SIGKILL",
    },
  );
  setPriority(worker.pid, 10); // before it has threads: whoever watches or uploads comes first
  const complaint = new Response(worker.stderr).text();
  let hasBegun = false;
  for await (const line of linesOf(worker.stdout)) {
    const message = PrepareMessage.parse(JSON.parse(line));
    if (message.kind === "broken") throw new BrokenMedia(message.reason);
    if (message.kind === "full") throw new StoreFull();
    if (message.kind === "prepared") return message;
    hasBegun = true;
    onProgress?.(message.percent);
  }
  signal?.throwIfAborted();
  if (timeout.aborted && !hasBegun) throw new BrokenMedia("This file is damaged: it has no end.");
  throw new Error(`Preparing ended early: ${(await complaint).slice(-500)}`);
}

/** Three minutes, and a second for every 4 MB: it runs behind all else, and a busy machine is no damage. */
function patience(size: number): number {
  return 180_000 + size / 4_000;
}

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
}
