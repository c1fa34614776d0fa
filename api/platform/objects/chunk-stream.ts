import { countPassed } from "#api/platform/collect.ts";

/** Reads on only when asked, but for so many `ahead`, and lets go of what is open when the reader leaves. */
export function streamOfChunks(
  chunks: AsyncGenerator<Uint8Array>,
  ahead = 1,
): ReadableStream<Uint8Array> {
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) return controller.close();
        countPassed(value.length);
        controller.enqueue(value);
      },
      async cancel() {
        await chunks.return(undefined);
      },
    },
    { highWaterMark: ahead },
  );
}
