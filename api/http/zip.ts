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
    const after = descriptor(file);
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
const ELSEWHERE = 0xffff_ffff; // the true number stands in the ZIP64 field

function localHeader({ name, time }: File): Buffer {
  const header = Buffer.alloc(30 + name.length + 20);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(VERSION, 4);
  header.writeUInt16LE(FLAGS, 6);
  header.writeUInt32LE(time, 10);
  header.writeUInt32LE(ELSEWHERE, 18);
  header.writeUInt32LE(ELSEWHERE, 22);
  header.writeUInt16LE(name.length, 26);
  header.writeUInt16LE(20, 28);
  name.copy(header, 30);
  header.writeUInt16LE(1, 30 + name.length);
  header.writeUInt16LE(16, 32 + name.length);
  return header;
}

function descriptor({ sum, size }: File): Buffer {
  const after = Buffer.alloc(24);
  after.writeUInt32LE(0x08074b50, 0);
  after.writeUInt32LE(sum, 4);
  after.writeBigUInt64LE(size, 8);
  after.writeBigUInt64LE(size, 16);
  return after;
}

function directoryEntry({ name, at, time, sum, size }: File): Buffer {
  const entry = Buffer.alloc(46 + name.length + 28);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(VERSION, 4);
  entry.writeUInt16LE(VERSION, 6);
  entry.writeUInt16LE(FLAGS, 8);
  entry.writeUInt32LE(time, 12);
  entry.writeUInt32LE(sum, 16);
  entry.writeUInt32LE(ELSEWHERE, 20);
  entry.writeUInt32LE(ELSEWHERE, 24);
  entry.writeUInt16LE(name.length, 28);
  entry.writeUInt16LE(28, 30);
  entry.writeUInt32LE(ELSEWHERE, 42);
  name.copy(entry, 46);
  const field = 46 + name.length;
  entry.writeUInt16LE(1, field);
  entry.writeUInt16LE(24, field + 2);
  entry.writeBigUInt64LE(size, field + 4);
  entry.writeBigUInt64LE(size, field + 12);
  entry.writeBigUInt64LE(at, field + 20);
  return entry;
}

function endOf(directory: readonly Buffer[], start: bigint): Buffer {
  const size = BigInt(directory.reduce((sum, { length }) => sum + length, 0));
  const end = Buffer.alloc(56 + 20 + 22);
  end.writeUInt32LE(0x06064b50, 0);
  end.writeBigUInt64LE(44n, 4);
  end.writeUInt16LE(VERSION, 12);
  end.writeUInt16LE(VERSION, 14);
  end.writeBigUInt64LE(BigInt(directory.length), 24);
  end.writeBigUInt64LE(BigInt(directory.length), 32);
  end.writeBigUInt64LE(size, 40);
  end.writeBigUInt64LE(start, 48);
  end.writeUInt32LE(0x07064b50, 56);
  end.writeBigUInt64LE(start + size, 64);
  end.writeUInt32LE(1, 72);
  end.writeUInt32LE(0x06054b50, 76);
  end.writeUInt16LE(0xffff, 84);
  end.writeUInt16LE(0xffff, 86);
  end.writeUInt32LE(ELSEWHERE, 88);
  end.writeUInt32LE(ELSEWHERE, 92);
  return end;
}

/** Two seconds to a tick, and no year before 1980: time in the lower half, date in the upper. */
function dosTime(date: Date): number {
  const [hour, minute, second] = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()];
  const year = Math.max(0, date.getUTCFullYear() - 1980);
  const day = (year << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate();
  return ((day << 16) | (hour << 11) | (minute << 5) | (second >> 1)) >>> 0;
}
