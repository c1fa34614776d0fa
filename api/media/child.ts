import { StoreFull } from "#api/platform/objects/store.ts";
import { mayTakeFirst, watchKills } from "./first-to-go.ts";
import { BrokenMedia, DAMAGED, outOfMemory } from "./probe.ts";

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

/** The child used more time or memory than its watch allows. */
export class GaveUp extends BrokenMedia {}

/** The reason for which a child ends without a result; its own watch says the first. */
export type Fault = { kind: "gave-up" | "full" | "broken"; reason?: string };

type Said<News, Done> = { news: News } | { done: Done } | Fault;

/**
 * Has one of our scripts carry out an order in a process of low priority, which ends with us. Hands over its news,
 * and at last its result. A caller that stops reading ends it at once.
 */
export async function* newsOf<News, Done>(
  script: string,
  order: unknown,
  { signal, priority }: ChildOptions,
): AsyncGenerator<News, Done> {
  signal.throwIfAborted();
  const ranOutOfMemory = watchKills();
  const child = Bun.spawn([process.execPath, "--smol", script, JSON.stringify(order)], {
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
    for await (const line of linesOf(child.stdout)) {
      if (!line.startsWith("{")) continue; // native code may write lines of its own
      const said: Said<News, Done> = JSON.parse(line);
      if ("done" in said) return said.done;
      if ("kind" in said) throw errorOf(said);
      yield said.news;
    }
    await child.exited;
  } finally {
    child.kill("SIGKILL");
  }
  signal.throwIfAborted();
  if (child.signalCode === "SIGKILL" && ranOutOfMemory()) throw outOfMemory();
  throw new ChildDied(await complaint);
}

/** The result of an order. */
export async function resultOf<Done, News = never>(
  script: string,
  order: unknown,
  { onNews, ...options }: ChildOptions & { onNews?: ((news: News) => void) | undefined },
): Promise<Done> {
  await using said = newsOf<News, Done>(script, order, options);
  for (;;) {
    const { value, done } = await said.next();
    if (done) return value;
    onNews?.(value);
  }
}

function errorOf({ kind, reason = DAMAGED }: Fault): Error {
  if (kind === "full") return new StoreFull();
  return kind === "gave-up" ? new GaveUp(reason) : new BrokenMedia(reason);
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
