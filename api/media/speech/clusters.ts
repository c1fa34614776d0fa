import { open } from "node:fs/promises";

/** Where a stretch of a WebM begins that can be read by itself, behind the file's head. */
interface Cluster {
  byte: number;
  seconds: number;
}

const CLUSTER = Buffer.of(0x1f, 0x43, 0xb6, 0x75);
const TIMESTAMP = 0xe7;
const SCALE = Buffer.of(0x2a, 0xd7, 0xb1);
const NANOSECONDS = 1e9;
/** The unit of time that all recorders write: milliseconds. */
const USUAL_SCALE = 1e6;
const BLOCK = 1024 * 1024;
/** A cluster's beginning has at most so many bytes: its name, its size, and its time. */
const BEGINNING = 4 + 8 + 10;

/** Every cluster, found by its beginning; none where this is no WebM. */
export async function clustersOf(path: string): Promise<Cluster[]> {
  const file = await open(path, "r");
  const clusters: Cluster[] = [];
  const buffer = Buffer.alloc(BLOCK + BEGINNING);
  let scale = USUAL_SCALE;
  try {
    for (let begin = 0; ; begin += BLOCK) {
      const { bytesRead } = await file.read(buffer, 0, buffer.length, begin);
      const bytes = buffer.subarray(0, bytesRead);
      if (begin === 0) scale = scaleIn(bytes) ?? USUAL_SCALE;
      for (let at = bytes.indexOf(CLUSTER); at >= 0; at = bytes.indexOf(CLUSTER, at + 1)) {
        const time = at < BLOCK ? timeOf(bytes.subarray(at + CLUSTER.length)) : undefined;
        if (time !== undefined)
          clusters.push({ byte: begin + at, seconds: (time * scale) / NANOSECONDS });
      }
      if (bytesRead < buffer.length) return clusters;
    }
  } finally {
    await file.close();
  }
}

/** The time that stands at the beginning of each; anything else is a picture that looks like one. */
function timeOf(bytes: Buffer): number | undefined {
  const sizeBytes = lengthOf(bytes[0]);
  if (sizeBytes === undefined || bytes[sizeBytes] !== TIMESTAMP) return undefined;
  return numberAt(bytes, sizeBytes + 1);
}

function scaleIn(bytes: Buffer): number | undefined {
  const cluster = bytes.indexOf(CLUSTER);
  const at = bytes.indexOf(SCALE);
  return at >= 0 && (cluster < 0 || at < cluster) ? numberAt(bytes, at + SCALE.length) : undefined;
}

/** A number behind the byte that says how long it is. */
function numberAt(bytes: Buffer, at: number): number | undefined {
  const length = (bytes[at] ?? 0) & 0x7f;
  const isShort = ((bytes[at] ?? 0) & 0x80) !== 0 && length >= 1 && length <= 6;
  if (!isShort || at + 1 + length > bytes.length) return undefined;
  return bytes.readUIntBE(at + 1, length);
}

/** How many bytes a size has, by how many zeros it begins with. */
function lengthOf(first: number | undefined): number | undefined {
  if (!first) return undefined;
  return Math.clz32(first) - 23;
}
