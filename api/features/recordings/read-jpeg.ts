import { invalid, tooLarge, wrongType } from "#api/http/errors.ts";
import { bytesWithin } from "#api/platform/bytes-within.ts";

interface Wanted {
  /** The name of the picture in a refusal. */
  what: string;
  largest: number;
  /** The largest size, in words. */
  limit: string;
}

/** A picture from outside, whole. */
export async function readJpeg(
  body: ReadableStream<Uint8Array> | null,
  { what, largest, limit }: Wanted,
): Promise<Uint8Array> {
  const tooMuch = () => tooLarge(`The ${what} is larger than ${limit}.`);
  const picture = await bytesWithin(largest, body, tooMuch);
  if (picture.length === 0) throw invalid(`The ${what} is empty.`);
  if (!isJpeg(picture)) throw wrongType(`The ${what} must be a JPEG.`);
  return picture;
}

/** A JPEG begins with its own mark, another mark, and ends with the mark of its end. */
function isJpeg(bytes: Buffer): boolean {
  return (
    bytes.length > 100 &&
    bytes.readUIntBE(0, 3) === 0xffd8ff &&
    bytes.subarray(-64).includes(Buffer.from([0xff, 0xd9]))
  );
}
