import { join } from "node:path";
import { promiseRoom } from "#api/platform/objects/disk-room.ts";
import {
  discardObject,
  type KeptObject,
  keepObject,
  orDiscard,
} from "#api/platform/objects/loose.ts";
import type { Objects } from "#api/platform/objects/objects.ts";
import { copyParts, type ObjectPart, readParts, totalSize } from "#api/platform/objects/parts.ts";
import { chunksOf, Meter, type ObjectRef, TooLargeForStore } from "#api/platform/objects/store.ts";
import { type FileWork, inWorkRoom } from "#api/platform/work-room.ts";
import type { Transfer } from "./transfer.ts";

/** Stores that must read a file more than once get it from the work directory. */
export interface Carrier extends Pick<FileWork, "service" | "objects" | "workDirectory"> {
  /** The longest time without a byte, in milliseconds. */
  patience?: number;
}

export interface Cargo {
  /** The objects that make one file, in order: mostly one. */
  parts: ObjectPart[];
  contentType: string;
  /** The store to which it goes. */
  place: string;
  owner: string;
  name: string;
}

/** The bytes at the new place differ from those read at the old one, or not all were read. */
const notTheSame = (what: string) => new Error(`The copy is not what it should be: ${what}`);

/** Makes a copy and reads it back. When anything fails, the original is untouched and no copy is left. */
export async function copyVerified(carrier: Carrier, cargo: Cargo, transfer: Transfer) {
  const { service, objects } = carrier;
  const putting = put(carrier, cargo, transfer);
  const copy = await transfer.unlessEnded(putting).catch((error: unknown) => {
    // An upload that nobody waits for may still arrive: its copy is discarded then.
    putting.then((late) => discardObject(service, objects, late)).catch(() => {});
    throw error;
  });
  return orDiscard(carrier, copy, async () => {
    const size = totalSize(cargo.parts);
    if (copy.size !== size) throw notTheSame(`${copy.size} bytes of ${size} were read`);
    await transfer.unlessEnded(verify(objects, copy, transfer));
    return copy;
  });
}

async function put(carrier: Carrier, cargo: Cargo, transfer: Transfer): Promise<KeptObject> {
  const { service, objects } = carrier;
  const body = await read(objects, cargo.parts);
  const { place: store, contentType, owner, name } = cargo;
  const wishes = { store, contentType, owner, name, checksum: true, passed: transfer.passed };
  try {
    return await keepObject(service, objects, body, wishes);
  } catch (error) {
    if (!(error instanceof TooLargeForStore) || body instanceof Blob) throw error;
  }
  // A store that keeps large files in pieces asks for one piece after another, and a stream is read only once.
  return inWorkRoom(carrier, `move-${crypto.randomUUID()}`, async (directory) => {
    const need = { path: directory, bytes: totalSize(cargo.parts) };
    using _room = promiseRoom(carrier.workDirectory, need);
    const path = join(directory, "whole");
    await copyParts(objects, cargo.parts, path);
    return keepObject(service, objects, Bun.file(path), wishes);
  });
}

/** Checks the bytes that the store holds, not those it was given. */
async function verify(
  objects: Pick<Objects, "get">,
  copy: KeptObject & ObjectRef,
  transfer: Transfer,
): Promise<void> {
  const { store, key, size } = copy;
  const body = await read(objects, [{ store, key, size }]);
  const meter = new Meter({ checksum: true, passed: transfer.passed });
  for await (const chunk of chunksOf(body)) meter.add(chunk);
  const held = meter.result();
  if (held.size !== size) throw notTheSame(`${held.size} bytes of ${size} are there`);
  if (held.sha256 !== copy.sha256) throw notTheSame("its checksum is another");
}

async function read(objects: Pick<Objects, "get">, parts: ObjectPart[]) {
  const [only] = parts;
  const body =
    only && parts.length === 1 ? await objects.get(only) : await readParts(objects, parts);
  if (body === null) throw notTheSame("the bytes are gone");
  return body;
}
