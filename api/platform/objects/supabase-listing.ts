import { failureOf } from "./supabase-answers.ts";
import type { BucketObjects } from "./supabase-put.ts";

const AT_ONCE = 1000;

/** Storage tells of one folder at a time. Of what lies in pieces, the key is told that they are pieces of. */
export async function* keysInBucket(objects: BucketObjects, folder = ""): AsyncGenerator<string[]> {
  const below = (name: string) => (folder === "" ? name : `${folder}/${name}`);
  for (let offset = 0; ; offset += AT_ONCE) {
    const sortBy = { column: "name", order: "asc" };
    const { data, error } = await objects.list(folder, { limit: AT_ONCE, offset, sortBy });
    if (error) throw failureOf(error, null);
    const ours = data.filter(({ name }) => !name.startsWith("."));
    yield ours.filter(isObject).flatMap(({ name }) => wholeKey(below(name)));
    for (const entry of ours) if (!isObject(entry)) yield* keysInBucket(objects, below(entry.name));
    if (data.length < AT_ONCE) return;
  }
}

/** Folders have no row of their own. */
const isObject = ({ id }: { id: string | null }) => id !== null;

const wholeKey = (name: string) => (/\.\d+$/.test(name) ? [] : [name.replace(/\.pieces$/, "")]);
