import { expect } from "vitest";
import { removeLooseObjects } from "#api/platform/objects/loose.ts";
import type { Objects } from "#api/platform/objects/objects.ts";
import { newKey, type ObjectRef } from "#api/platform/objects/store.ts";
import { Recording, type StorageChoice } from "#contract/recordings.ts";
import type { SignedIn, TestApp } from "#tests/support/app.ts";
import { insertRecording } from "#tests/support/recordings.ts";

/** A finished recording whose bytes lie in that store. */
export async function recordingIn(
  { database, objects }: Pick<TestApp, "database" | "objects">,
  owner: { id: string },
  store: string,
  bytes: Uint8Array,
): Promise<string> {
  const ref = { store, key: newKey() };
  const { size } = await objects.put(ref, bytes);
  const service = database.asService("a test makes a recording");
  return service(async (sql) => {
    const id = await insertRecording(sql, owner.id, { size });
    await sql`
      update public.recordings set store = ${ref.store}, storage_key = ${ref.key},
             storage_type = ${objects.storageType(store)}
       where id = ${id}
    `;
    return id;
  });
}

export const move = (person: SignedIn, id: string, storage_type: StorageChoice = "s3") =>
  person.call("POST", `/recordings/${id}/move`, { storage_type });

export async function read(person: SignedIn, id: string): Promise<Recording> {
  return Recording.parse(await (await person.call("GET", `/recordings/${id}`)).json());
}

/** Waits until the recording has arrived, or has failed; a try that waits for its time is made at once. */
export async function moved(
  { database }: TestApp,
  person: SignedIn,
  id: string,
): Promise<Recording> {
  const isOver = async () => {
    await database.pool`
      update private.jobs set due_at = now()
       where attempt is null and due_at > now() and data ->> 'recording_id' = ${id}
    `;
    const { moving } = await read(person, id);
    return moving === null || moving.failed !== null;
  };
  await expect.poll(isOver, { timeout: 20_000 }).toBe(true);
  return read(person, id);
}

/** The place of the file, as the row says. */
export async function placeOf({ database }: TestApp, id: string): Promise<ObjectRef> {
  const [ref] = await database.pool<ObjectRef[]>`
    select store, storage_key as key from public.recordings where id = ${id}
  `;
  if (!ref) throw new Error("the recording is gone");
  return ref;
}

export async function play(person: SignedIn, id: string, range?: string) {
  const answer = await person.call(
    "GET",
    `/recordings/${id}/stream`,
    undefined,
    range ? { Range: range } : {},
  );
  return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
}

/** Files that nothing refers to, and files at a place where their recording was before. */
export const left = ({ database }: TestApp) => database.pool`
  select store, storage_key from private.loose_objects
  union all select store, storage_key from private.former_files
`;

/** Removes loose files as if their time had come. */
export async function collect({ database }: TestApp, objects: Objects): Promise<void> {
  await database.pool`delete from private.former_files`;
  await database.pool`update private.loose_objects set due_at = now()`;
  await removeLooseObjects(database.asService("a test collects"), objects);
}
