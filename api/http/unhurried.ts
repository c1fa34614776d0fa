import type { Context } from "hono";
import type { AppEnv } from "./context.ts";

/** What is longer is not given to the engine whole: it would hold all that a reader does not take. */
export const LONG = 64 * 1024;
/** A connection on which nothing moves for so long ends; a paused player goes on much later. */
export const STALLED_SECONDS = 30;
export const IDLE_SECONDS = 255;

/** Sends a long text slice by slice, as its reader takes it; `onEnd` once it has left, or nobody takes it any more. */
export async function unhurried(
  c: Context<AppEnv>,
  raw: Request,
  onEnd: () => void,
): Promise<void> {
  if (raw.method === "HEAD" || !c.res.body) return onEnd();
  const left = slicesOf(c.res.body, onEnd);
  const begun = [await left.next(), await left.next()];
  if (begun[1]?.done) {
    c.res = new Response(begun[0]?.value ?? null, c.res);
    return;
  }
  c.env?.server?.timeout(raw, STALLED_SECONDS);
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = begun.shift() ?? (await left.next());
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await left.return();
      },
    },
    { highWaterMark: 0 },
  );
  c.res = new Response(body, c.res);
}

async function* slicesOf(body: ReadableStream<Uint8Array<ArrayBuffer>>, onEnd: () => void) {
  try {
    for await (const chunk of body)
      for (let at = 0; at < chunk.length; at += LONG) yield chunk.subarray(at, at + LONG);
  } finally {
    onEnd();
  }
}
