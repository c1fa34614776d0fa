import { once } from "node:events";
import { setPriority } from "node:os";
import { parentPort, Worker, workerData } from "node:worker_threads";
import { HttpError } from "#api/http/errors.ts";
import { Turns } from "#api/platform/turns.ts";
import { type CaptionWork, captionWork } from "./caption-work.ts";

/** The text of an hour; below that the way to another thread takes longer than the work. */
const LITTLE = 100_000;

type Name = keyof CaptionWork;
type Done<N extends Name> = ReturnType<CaptionWork[N]>;
/** Tells our thread from any other that reads this file. */
const CAPTIONS = "captions";

let thread: Worker | undefined;
const line = new Turns();

/** Long work is done by a thread of its own, one piece after the other: requests are answered meanwhile. */
export async function beside<N extends Name>(
  name: N,
  given: Parameters<CaptionWork[N]>[0],
  size: number,
): Promise<Done<N>> {
  if (size < LITTLE) return captionWork[name](given as never) as Done<N>; // each is given its own
  const end = await line.take([{ name: CAPTIONS, atOnce: 1 }]);
  const begun = performance.now();
  try {
    thread ??= new Worker(import.meta.filename, { workerData: CAPTIONS });
    thread.unref();
    thread.postMessage([name, given]);
    const [[done, refusal]] = await once(thread, "message").catch((error) => {
      thread = undefined; // an error of ours has ended it
      throw error;
    });
    if (refusal) throw new HttpError(...(refusal as ConstructorParameters<typeof HttpError>)); // as it was sent
    return done;
  } finally {
    // To hand over megabytes takes our own thread, too: after each piece the line rests for as long as it took.
    setTimeout(end, performance.now() - begun);
  }
}

if (workerData === CAPTIONS) {
  if (process.platform === "linux") setPriority(10); // there it is this thread's alone
  parentPort?.on("message", ([name, given]: [Name, never]) => {
    try {
      const done = captionWork[name](given);
      parentPort?.postMessage([done], done instanceof Uint8Array ? [done.buffer] : []);
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      const { status, code, message, more } = error;
      parentPort?.postMessage([undefined, [status, code, message, more]]); // an error loses its kind on the way
    }
  });
}
