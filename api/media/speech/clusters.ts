import { open } from "node:fs/promises";
import { elementIn, numberIn } from "#api/media/ebml.ts";

const CLUSTER = Buffer.of(0x1f, 0x43, 0xb6, 0x75);
const TIMESTAMP = 0xe7;
const SCALE_ID = 0x2ad7b1;
const SCALE = Buffer.of(0x2a, 0xd7, 0xb1);
const NANOSECONDS = 1e9;
/** The unit of time that all recorders write: milliseconds. */
const USUAL_SCALE = 1e6;
const BLOCK = 1024 * 1024;
/** A cluster's beginning has at most so many bytes: its name, its size, and its time. */
const BEGINNING = 4 + 8 + 10;

/**
 * Where a stretch of a WebM begins that can be read by itself, behind the file's head: every cluster, found by its
 * beginning; none where this is no WebM.
 */
export async function clustersOf(path: string) {
  const file = await open(path, "r");
  const clusters: { byte: number; seconds: number }[] = [];
  const buffer = Buffer.alloc(BLOCK + BEGINNING);
  let scale = USUAL_SCALE;
  try {
    for (let begin = 0; ; begin += BLOCK) {
      const { bytesRead } = await file.read(buffer, 0, buffer.length, begin);
      const bytes = buffer.subarray(0, bytesRead);
      if (begin === 0) scale = scaleIn(bytes) ?? USUAL_SCALE;
      for (let at = bytes.indexOf(CLUSTER); at >= 0; at = bytes.indexOf(CLUSTER, at + 1)) {
        // The time stands at the beginning of each; anything else is a picture that looks like one.
        const cluster = at < BLOCK ? elementIn(bytes, at) : undefined;
        const time = cluster && numberAt(bytes, cluster.body, TIMESTAMP);
        if (time !== undefined)
          clusters.push({ byte: begin + at, seconds: (time * scale) / NANOSECONDS });
      }
      if (bytesRead < buffer.length) return clusters;
    }
  } finally {
    await file.close();
  }
}

function scaleIn(bytes: Buffer): number | undefined {
  const cluster = bytes.indexOf(CLUSTER);
  const at = bytes.indexOf(SCALE);
  return at >= 0 && (cluster < 0 || at < cluster) ? numberAt(bytes, at, SCALE_ID) : undefined;
}

/** The number in an element, where the one that is meant stands there. */
function numberAt(bytes: Buffer, at: number, id: number): number | undefined {
  const element = elementIn(bytes, at);
  if (element?.id !== id || !element.size || element.size > 6) return undefined;
  const { body, size } = element;
  return body + size <= bytes.length ? numberIn(bytes.subarray(body, body + size)) : undefined;
}
