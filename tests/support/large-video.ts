import { videoBytes } from "./videos.ts";

const MB = 1024 * 1024;

/** A real recording followed by an EBML element that says nothing, as long as it takes. */
export async function largeVideo(size: number): Promise<ReadableStream<Uint8Array>> {
  return streamOf(chunksOf(await videoBytes("recorded.webm"), size));
}

/** A large video as a form with the one field `video`; an AVI is kept as it came where nothing converts it. */
export async function largeForm(
  size: number,
  video: "recorded.webm" | "xvid.avi" = "recorded.webm",
) {
  const boundary = "----kinora";
  const head = await videoBytes(video);
  const opening = `--${boundary}\r\nContent-Disposition: form-data; name="video"; filename="${video}"\r\n\r\n`;
  const body = streamOf(
    (function* () {
      yield Buffer.from(opening);
      yield* chunksOf(head, size);
      yield Buffer.from(`\r\n--${boundary}--\r\n`);
    })(),
  );
  return { body, headers: { "Content-Type": `multipart/form-data; boundary=${boundary}` } };
}

function* chunksOf(head: Uint8Array, size: number): Generator<Uint8Array> {
  yield head;
  const nothing = Buffer.alloc(9);
  const length = size - head.length - nothing.length;
  nothing.writeUInt8(0xec); // the element is called Void
  nothing.writeBigUInt64BE((1n << 56n) | BigInt(length), 1);
  yield nothing;
  const chunk = new Uint8Array(MB);
  for (let left = length; left > 0; left -= MB) yield chunk.subarray(0, left);
}

function streamOf(chunks: Generator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull(controller) {
      const { done, value } = chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
}
