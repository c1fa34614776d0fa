import { mayTakeFirst, watchKills } from "./first-to-go.ts";
import { outOfMemory } from "./probe.ts";

interface ChildOptions {
  signal: AbortSignal;
  /** The priority of the process: viewers and uploads come before it. */
  priority?: number;
}

/** The child ended without its last line. */
export class ChildDied extends Error {
  constructor(complaint: string) {
    super(`The process ended early: ${complaint.slice(-500)}`);
    this.name = "ChildDied";
  }
}

/**
 * Runs one of our scripts in a process of low priority, which ends with us, and hands over its lines. A caller that
 * stops reading ends it at once; a child that ends before that is an error.
 */
export async function* linesOfChild(
  script: string,
  args: readonly string[],
  { signal, priority }: ChildOptions,
): AsyncGenerator<string> {
  signal.throwIfAborted();
  const ranOutOfMemory = watchKills();
  const child = Bun.spawn([process.execPath, "--smol", script, ...args], {
    stdin: "pipe", // it ends when this is closed, and so with us
    stdout: "pipe",
    stderr: "pipe",
    signal,
    killSignal: "SIGKILL",
    detached: true, // Ctrl-C goes to the whole group, and it is for us to say when this ends
  });
  mayTakeFirst(child.pid, priority); // before it has threads
  const complaint = new Response(child.stderr).text();
  try {
    yield* linesOf(child.stdout);
    await child.exited;
  } finally {
    child.kill("SIGKILL");
  }
  signal.throwIfAborted();
  if (child.signalCode === "SIGKILL" && ranOutOfMemory()) throw outOfMemory();
  throw new ChildDied(await complaint);
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
