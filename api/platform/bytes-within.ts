/** All bytes of a short body; nobody who sends more than `most` is listened to. */
export async function bytesWithin(
  most: number,
  body: AsyncIterable<Uint8Array> | null,
  tooMuch: () => Error,
): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > most) throw tooMuch();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
