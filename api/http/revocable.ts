import type { Server } from "bun";
import { isDatabaseLost } from "#api/platform/database-lost.ts";
import { streamFrom } from "#api/platform/objects/chunk-stream.ts";
import { heedChanges } from "./changed.ts";

/** All of it shall be over twenty seconds after the right is, and Bun looks at its clocks every four. */
const CHECK_EVERY_MS = 15_000;

/**
 * Passes a body on while `isAllowed` holds, asking again as it flows: a response that began while
 * a link was live, or an account, must not outlive it. Where nothing is read, nothing leaks, so nothing is asked. When
 * the recording that it is about becomes another film, it is asked at once. A database that is away for a moment has
 * not said no, and is asked again at the next look.
 */
export function revocable(
  body: ReadableStream<Uint8Array> | Blob,
  isAllowed: () => Promise<boolean>,
  everyMs = CHECK_EVERY_MS,
  about?: string,
): ReadableStream<Uint8Array> {
  const reader = (body instanceof Blob ? body.stream() : body).getReader();
  let checkedAt = performance.now();
  const stopHeeding = heedChanges((id) => {
    if (id === about) checkedAt = Number.NEGATIVE_INFINITY;
  });
  const end = (reason?: unknown) => {
    stopHeeding();
    return reader.cancel(reason);
  };
  const next = async () => {
    if (performance.now() - checkedAt >= everyMs) {
      if (!(await isAllowed().catch(isDatabaseLost))) {
        await end();
        throw new Error("The link or session does not open this any more");
      }
      checkedAt = performance.now();
    }
    const chunk = await reader.read();
    if (chunk.done) stopHeeding();
    return chunk;
  };
  return streamFrom(next, end, 0); // nothing is begun for somebody who reads nothing
}

/**
 * The same for a file that the kernel sends, whose bytes nobody here sees: the connection itself is given a
 * second to live, which no byte on its way prolongs.
 */
export function cutWhenRevoked(
  server: Server<unknown>,
  request: Request,
  isAllowed: () => Promise<boolean>,
  about: string,
): void {
  const look = async () => {
    if (server.requestIP(request) === null) return stop(); // it has been sent, or its reader has left
    if (await isAllowed().catch(isDatabaseLost)) return;
    stop();
    server.timeout(request, 1);
  };
  const timer = setInterval(() => void look(), CHECK_EVERY_MS).unref();
  const stopHeeding = heedChanges((id) => {
    if (id === about) void look();
  });
  const stop = () => {
    clearInterval(timer);
    stopHeeding();
  };
}
