import { type ZipEntry, zip } from "#api/http/zip.ts";
import { countPassed } from "#api/platform/objects/collect.ts";

/** Reads on only when whoever downloads has room for more, and lets go when they leave. */
export function zipStream(entries: AsyncIterable<ZipEntry>): ReadableStream<Uint8Array> {
  const chunks = zip(entries);
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) return controller.close();
      countPassed(value.length);
      controller.enqueue(value);
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });
}
