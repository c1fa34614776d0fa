import { z } from "zod";
import { askStorage, placeIn, type StorageOptions, unlessMissing } from "./supabase-requests.ts";

const AT_ONCE = 1000;

const Info = z.object({ size: z.number().nullish() });
const Entries = z.array(z.object({ name: z.string(), id: z.string().nullable() }));

/** Storage tells of one folder at a time. Of what lies in pieces, the key is told that they are pieces of. */
export async function* keysInBucket(
  options: StorageOptions,
  prefix = "",
): AsyncGenerator<string[]> {
  const below = (name: string) => (prefix === "" ? name : `${prefix}/${name}`);
  const path = `object/list/${options.bucket}`;
  for (let offset = 0; ; offset += AT_ONCE) {
    const sortBy = { column: "name", order: "asc" };
    const json = { prefix, limit: AT_ONCE, offset, sortBy };
    const entries = await askStorage(options, path, Entries, { json });
    const ours = entries.filter(({ name }) => !name.startsWith("."));
    yield ours.filter(isObject).flatMap(({ name }) => wholeKey(below(name)));
    for (const entry of ours) if (!isObject(entry)) yield* keysInBucket(options, below(entry.name));
    if (entries.length < AT_ONCE) return;
  }
}

/** Folders have no row of their own. */
const isObject = ({ id }: { id: string | null }) => id !== null;

const wholeKey = (name: string) => (/\.\d+$/.test(name) ? [] : [name.replace(/\.pieces$/, "")]);

export async function sizeInStorage(options: StorageOptions, key: string): Promise<number | null> {
  const asked = askStorage(options, placeIn(options, key, "info"), Info);
  return (await asked.catch(unlessMissing))?.size ?? null;
}
