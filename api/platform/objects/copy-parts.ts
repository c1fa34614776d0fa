import { open } from "node:fs/promises";
import type { Objects } from "./objects.ts";
import { type ObjectPart, readParts } from "./parts.ts";
import { chunksOf, Meter, type StoredObject } from "./store.ts";

/** A recording's parts as one file on this machine, with its size and checksum. */
export async function copyParts(
  objects: Pick<Objects, "get">,
  parts: ObjectPart[],
  path: string,
): Promise<StoredObject> {
  const body = await readParts(objects, parts);
  if (body === null) throw new Error("A part of this recording is gone");
  const meter = new Meter({ checksum: true });
  const file = await open(path, "wx", 0o600);
  try {
    for await (const chunk of chunksOf(body instanceof Blob ? body.stream() : body)) {
      meter.add(chunk);
      await file.writeFile(chunk);
    }
  } finally {
    await file.close();
  }
  return meter.result();
}
