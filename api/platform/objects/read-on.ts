import { countPassed } from "#api/platform/collect.ts";
import type { Silence } from "./patient-fetch.ts";
import { StoreUnreachable } from "./store.ts";

/** The words for a store that broke off, or was never reached. */
export const unreachable =
  (store: string) =>
  (cause: Error): never => {
    throw new StoreUnreachable(`${store}: ${cause.message}`, { cause });
  };

/** A stream that breaks off, falls silent or ends before `left` bytes counts as a store out of reach. */
export function readingOn(
  store: string,
  body: ReadableStream<Uint8Array>,
  silence: Silence,
  left: number | undefined,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await silence.until(() => reader.read()).catch(unreachable(store));
      if (done && left) unreachable(store)(new Error("it has ended too early"));
      if (done) return controller.close();
      if (left !== undefined) left -= value.length;
      countPassed(value.length);
      controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
