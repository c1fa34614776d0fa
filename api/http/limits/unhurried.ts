import type { Context } from "hono";
import type { AppEnv } from "#api/http/context.ts";
import { streamFrom } from "#api/platform/objects/chunk-stream.ts";

/** A longer text is not given to the engine whole: it would hold all that a reader does not take. */
export const LONG = 64 * 1024;
/** A connection on which nothing moves for so long ends; a paused player goes on much later. */
export const STALLED_SECONDS = 30;
export const IDLE_SECONDS = 255;

/** Sends a long text as its reader takes it; `onEnd` once it has left, or nobody takes it any more. */
export async function unhurried(c: Context<AppEnv>, raw: Request, onEnd: () => void) {
  if (raw.method === "HEAD" || !c.res.body) return onEnd();
  const left = slicesOf(c.res.body, onEnd);
  const begun: Uint8Array<ArrayBuffer>[] = [];
  for (let size = 0; size <= LONG; size += begun.at(-1)?.length ?? 0) {
    const { done, value } = await left.next();
    if (done) {
      c.res = new Response(Buffer.concat(begun), c.res);
      return;
    }
    begun.push(value);
  }
  c.env?.server?.timeout(raw, STALLED_SECONDS);
  const next = async () => ({ value: begun.shift() ?? (await left.next()).value ?? undefined });
  c.res = new Response(
    streamFrom(next, () => left.return(), 0),
    c.res,
  );
}

async function* slicesOf(body: ReadableStream<Uint8Array<ArrayBuffer>>, onEnd: () => void) {
  try {
    for await (const chunk of body)
      for (let at = 0; at < chunk.length; at += LONG) yield chunk.subarray(at, at + LONG);
  } finally {
    onEnd();
  }
}
