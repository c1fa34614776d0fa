import { crc32 } from "node:zlib";

export interface ZipEntry {
  /** With slashes for folders. */
  name: string;
  modified: Date;
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/**
 * A ZIP64 archive that leaves while its files are read, however many and long: nothing is compressed, since videos
 * are already, and sizes follow each file, since nobody knows its checksum before.
 */
export async function* zip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const directory: Buffer[] = [];
  let offset = 0n;
  for await (const { name, modified, body } of entries) {
    const file = { name: Buffer.from(name), at: offset, time: dosTime(modified), sum: 0, size: 0n };
    const header = localHeader(file);
    yield header;
    offset += BigInt(header.length);
    for await (const chunk of body) {
      file.sum = crc32(chunk, file.sum);
      file.size += BigInt(chunk.length);
      yield chunk;
    }
    const after = record([4, 0x08074b50], [4, file.sum], [8, file.size], [8, file.size]);
    yield after;
    offset += file.size + BigInt(after.length);
    directory.push(directoryEntry(file));
  }
  yield* directory;
  yield endOf(directory, offset);
}

interface File {
  name: Buffer;
  at: bigint;
  time: number;
  sum: number;
  size: bigint;
}

const VERSION = 45; // the first that knows ZIP64
const FLAGS = 0x0808; // sizes follow, and names are UTF-8
const STORED = 0; // not compressed
const ZIP64_FIELD = 1;
const ELSEWHERE = 0xffff_ffff; // the true number stands in the ZIP64 field

/** Numbers one behind the other, each in so many bytes, as each record of the format has them. */
function record(...fields: [bytes: 2 | 4 | 8, value: number | bigint][]): Buffer {
  const all = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of fields) {
    if (bytes === 8) all.writeBigUInt64LE(BigInt(value), at);
    else all.writeUIntLE(Number(value), at, bytes);
    at += bytes;
  }
  return all;
}

const localHeader = ({ name, time }: File): Buffer =>
  Buffer.concat([
    record([4, 0x04034b50], [2, VERSION], [2, FLAGS], [2, STORED], [4, time], [4, 0]),
    record([4, ELSEWHERE], [4, ELSEWHERE], [2, name.length], [2, 20]),
    name,
    record([2, ZIP64_FIELD], [2, 16], [8, 0], [8, 0]),
  ]);

const directoryEntry = ({ name, at, time, sum, size }: File): Buffer =>
  Buffer.concat([
    record([4, 0x02014b50], [2, VERSION], [2, VERSION], [2, FLAGS], [2, STORED]),
    record([4, time], [4, sum], [4, ELSEWHERE], [4, ELSEWHERE], [2, name.length], [2, 28]),
    record([2, 0], [2, 0], [2, 0], [4, 0], [4, ELSEWHERE]),
    name,
    record([2, ZIP64_FIELD], [2, 24], [8, size], [8, size], [8, at]),
  ]);

/** The end of a ZIP64 archive, the place where that stands, and the end for readers that know no ZIP64. */
function endOf(directory: readonly Buffer[], start: bigint): Buffer {
  const size = BigInt(directory.reduce((sum, { length }) => sum + length, 0));
  const count = directory.length;
  return Buffer.concat([
    record([4, 0x06064b50], [8, 44], [2, VERSION], [2, VERSION], [4, 0], [4, 0]),
    record([8, count], [8, count], [8, size], [8, start]),
    record([4, 0x07064b50], [4, 0], [8, start + size], [4, 1]),
    record([4, 0x06054b50], [2, 0], [2, 0], [2, 0xffff], [2, 0xffff]),
    record([4, ELSEWHERE], [4, ELSEWHERE], [2, 0]),
  ]);
}

/** Two seconds to a tick, and no year before 1980: time in the lower half, date in the upper. */
function dosTime(date: Date): number {
  const [hour, minute, second] = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()];
  const year = Math.max(0, date.getUTCFullYear() - 1980);
  const day = (year << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate();
  return ((day << 16) | (hour << 11) | (minute << 5) | (second >> 1)) >>> 0;
}
