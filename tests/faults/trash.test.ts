import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { usedDataDir } from "#tests/support/shared-data-dir.ts";
import { videoBytes } from "#tests/support/videos.ts";
import { newPerson, type Person, until } from "./people.ts";
import { newWorld, type World } from "./world.ts";

const KILLS = 20;

const world = await newWorld(usedDataDir());
afterAll(world.close);

test(`${KILLS} kills while things are deleted, restored and purged leave no bytes without a row and no row without bytes`, async () => {
  const person = await newPerson(world.origin);
  const bytes = await videoBytes("recorded.webm");
  const made = Array.from({ length: KILLS + 8 }, (_, n) => person.save(bytes, `${n}.webm`));
  await Promise.all(made);
  let gone = 0;
  const everKnown = new Set<string>();
  for (let kill = 0; kill < KILLS; kill++) {
    const { kept, trashed, known } = await held(world, person);
    for (const key of known) everKnown.add(key);
    const [first = "", ...others] = trashed;
    const act = (act: string, ids: string[]) =>
      call(person, "POST", "/recordings/batch", { act, ids });
    const acts = [
      act("trash", kept.slice(0, 6)),
      act("restore", others.slice(0, 3)),
      ...(first
        ? [kill % 2 ? call(person, "DELETE", `/trash/${first}`) : purge(world, person)]
        : []),
    ];
    await acts[kill % acts.length]; // each of the three is over once, so that some are deleted for good
    await Bun.sleep(Math.random() * 30); // at any moment of the others
    await world.server.kill("SIGKILL");
    await Promise.allSettled(acts);
    await world.start();
    const now = await held(world, person);
    expect(now.without, `kill ${kill}: rows without bytes`).toEqual([]);
    expect(now.loose, `kill ${kill}: bytes without a row`).toEqual([]);
    expect(now.usage, `kill ${kill}: the quota`).toEqual(now.counted);
    gone = made.length - now.kept.length - now.trashed.length;
  }
  expect(gone, "some were deleted for good").toBeGreaterThan(0);
  await until(async () => (await held(world, person)).due === 0);
  const end = await held(world, person);
  // An object that a job was writing when it was killed was in no row yet, and goes a day later.
  const left = end.unbound.filter((key) => everKnown.has(key));
  expect(left, "bytes that are in no row any more").toEqual([]);
  for (const id of end.kept)
    expect((await person.call("GET", `/recordings/${id}/stream`)).status).toBe(200);
});

/** A call that may find nobody, because the server was killed. */
const call = (person: Person, method: string, path: string, body?: object) =>
  person.call(method, path, body).catch(() => undefined);

/** The act of the job on a recording whose time is over, as if thirty days had passed. */
async function purge(of: World, { id }: Person) {
  const sql = of.superuser();
  try {
    await sql`
      update public.recordings set purge_at = now() where id in (
        select id from public.recordings where owner_id = ${id} and deleted_at is not null limit 1)`;
    await sql`select private.purge(now(), 1)`;
  } catch {
    // its Postgres ended with the server
  } finally {
    await sql.end();
  }
}

/** All that the database says of this person's recordings, beside the files that lie there. */
async function held(of: World, { id }: Person) {
  const sql = of.superuser();
  const rows = await sql<{ id: string; keys: string[]; size: number; trashed: boolean }[]>`
    select id, to_jsonb(array_remove(array[storage_key, thumbnail_key, contact_sheet_key], null)) as keys,
           size::int, deleted_at is not null as trashed
      from public.recordings where owner_id = ${id} order by id`;
  const loose = await sql<{ key: string }[]>`select storage_key as key from private.loose_objects`;
  const others = await sql<{ key: string }[]>`
    select storage_key as key from private.upload_parts
    union select k from public.recordings r, unnest(array[r.storage_key, r.thumbnail_key, r.contact_sheet_key]) k
           where r.owner_id <> ${id} and k is not null`;
  const [usage] = await sql<{ bytes: number; all: number; trash: number }[]>`
    select used_bytes::int as bytes, recording_count::int as all, trash_count::int as trash
      from public.storage_usage where user_id = ${id}`;
  const [due] = await sql<
    { count: number }[]
  >`select count(*)::int from private.loose_objects where due_at <= now()`;
  await sql.end();
  const files = filesIn(join(of.dataDir, "objects"));
  const known = rows.flatMap(({ keys }) => keys);
  const bound = new Set([...known, ...others.map(({ key }) => key)]);
  const unbound = files.filter((file) => !bound.has(file));
  const trashed = rows.filter((row) => row.trashed);
  return {
    ...{ unbound, known },
    usage: usage && { ...usage },
    counted: {
      bytes: rows.reduce((sum, { size }) => sum + size, 0),
      ...{ all: rows.length, trash: trashed.length },
    },
    due: due?.count ?? 0,
    without: known.filter((key) => !files.includes(key)),
    loose: unbound.filter((file) => !loose.some(({ key }) => key === file)),
    kept: rows.filter((row) => !row.trashed).map((row) => row.id),
    trashed: trashed.map((row) => row.id),
  };
}

const filesIn = (directory: string) =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes(".incoming"))
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1));
