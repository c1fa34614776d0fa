import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { hasIndex } from "#api/media/layout.ts";
import { BrokenMedia, probe } from "#api/media/probe.ts";
import { allowanceFor, startWatch } from "#api/media/watch.ts";
import { type VideoName, videoBytes } from "#tests/support/videos.ts";

/** Reads damaged files, one after the other, under the watch of a single small one: each must be answered. */
const [directory = "", name = ""] = process.argv.slice(2);
startWatch({ ...allowanceFor(0), seconds: 60 });
const whole = Buffer.from(await videoBytes(name as VideoName)); // the test names one
const path = join(directory, `hostile-${name}`);
let answered = 0;

async function answer(bytes: Uint8Array): Promise<void> {
  await writeFile(path, bytes);
  try {
    const { container } = await probe(path);
    await hasIndex(path, container);
  } catch (error) {
    if (!(error instanceof BrokenMedia)) throw error;
  }
  answered++;
}

/** Most of what can be wrong stands in the first kilobytes; an MP4 keeps it at its end. */
const place = fc.oneof(
  fc.nat(2000),
  fc.nat(whole.length - 1),
  fc.integer({ min: Math.max(0, whole.length - 3000), max: whole.length - 1 }),
);
const noise = fc.oneof(
  fc.uint8Array({ minLength: 1, maxLength: 4096 }),
  fc
    .tuple(fc.constantFrom(0x00, 0x01, 0x80, 0xff), fc.integer({ min: 1, max: 20_000 }))
    .map(([byte, length]) => new Uint8Array(length).fill(byte)),
);

// The seed makes the same files each time: some declare so much that only the watch ends the reading.
fc.configureGlobal({ seed: 1 });

// Cuts the file at every byte of the head, which is at every boundary of what stands there.
for (let length = 0; length < Math.min(400, whole.length); length++)
  await answer(whole.subarray(0, length));

await fc.assert(
  fc.asyncProperty(place, (length) => answer(whole.subarray(0, length))),
  { numRuns: 60 },
);
await fc.assert(
  fc.asyncProperty(place, noise, (length, bytes) =>
    answer(Buffer.concat([whole.subarray(0, length), bytes])),
  ),
  { numRuns: 100 },
);
await fc.assert(
  fc.asyncProperty(place, noise, (at, bytes) => {
    const changed = Buffer.from(whole);
    changed.set(bytes.subarray(0, Math.min(bytes.length, 16, whole.length - at)), at);
    return answer(changed);
  }),
  { numRuns: 100 },
);
console.log(`answered ${answered}`);
process.exit(0);
