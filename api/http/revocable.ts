import type { Server } from "bun";
import { countPassed } from "#api/platform/collect.ts";

/** All of it shall be over twenty seconds after the right is. */
const CHECK_EVERY_MS = 15_000;

/**
 * Passes a body on while `isAllowed` holds, asking again as it flows: a response that began while
 * a link was live, or an account, must not outlive it. Where nothing is read, nothing leaks, so nothing is asked.
 */
export function revocable(
  body: ReadableStream<Uint8Array> | Blob,
  isAllowed: () => Promise<boolean>,
  everyMs = CHECK_EVERY_MS,
): ReadableStream<Uint8Array> {
  const reader = (body instanceof Blob ? body.stream() : body).getReader();
  let checkedAt = performance.now();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (performance.now() - checkedAt >= everyMs) {
          if (!(await isAllowed().catch(() => false))) {
            await reader.cancel();
            return controller.error(new Error("The link or session does not open this any more"));
          }
          checkedAt = performance.now();
        }
        const { done, value } = await reader.read();
        if (done) return controller.close();
        countPassed(value.length);
        controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 }, // nothing is begun for somebody who reads nothing
  );
}

/** Bun looks at its clocks every four seconds, and all of it shall be over twenty after the right is. */
const FILE_CHECK_EVERY_MS = 15_000;

/**
 * The same for a file that the kernel sends, whose bytes nobody here sees: the connection itself is given a
 * second to live, which no byte on its way prolongs.
 */
export function cutWhenRevoked(
  server: Server<unknown>,
  request: Request,
  isAllowed: () => Promise<boolean>,
  everyMs = FILE_CHECK_EVERY_MS,
): void {
  const look = async () => {
    if (server.requestIP(request) === null) return; // it has been sent, or its reader has left
    if (!(await isAllowed().catch(() => false))) server.timeout(request, 1);
    else cutWhenRevoked(server, request, isAllowed, everyMs);
  };
  setTimeout(() => void look(), everyMs).unref();
}
