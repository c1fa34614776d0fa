/** More than a list of a thousand of the longest keys. */
const MOST_BYTES = 16 * 2 ** 20;

/** The bytes of a short answer; whoever sends without end is not listened to. */
export async function wholeAnswer(answer: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw new Error("its answer does not end");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
