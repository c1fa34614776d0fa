import { countPassed } from "#api/platform/collect.ts";

/** Reads on only when asked, but for so many `ahead`, and lets go of what is open when the reader leaves. */
export const streamOfChunks = (chunks: AsyncGenerator<Uint8Array>, ahead?: number) =>
  streamFrom(
    () => chunks.next(),
    () => chunks.return(undefined),
    ahead,
  );

/** The same for whatever gives the next chunk each time that it is asked. */
export function streamFrom(
  next: () => Promise<{ value?: Uint8Array | undefined }>,
  leave: (reason: unknown) => unknown,
  ahead = 1,
): ReadableStream<Uint8Array> {
  return new ReadableStream(
    {
      async pull(controller) {
        const { value } = await next();
        if (!value) return controller.close();
        countPassed(value.length);
        controller.enqueue(value);
      },
      async cancel(reason) {
        await leave(reason);
      },
    },
    { highWaterMark: ahead },
  );
}
