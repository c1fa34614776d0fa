import { cpSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { migrate } from "#api/platform/migrate.ts";
import { emptyDatabase, type TestDatabase } from "#tests/support/database.ts";
import { temporaryDirectory } from "#tests/support/temporary-directory.ts";

const all = join(import.meta.dirname, "../../../supabase/migrations");
const STORES = "20261122000100";

/** A database from before stores had names. */
async function earlierDatabase(): Promise<TestDatabase> {
  const database = await emptyDatabase();
  const earlier = temporaryDirectory();
  for (const file of readdirSync(all))
    if (file < STORES) cpSync(join(all, file), join(earlier, file));
  await migrate(database.url, earlier);
  return database;
}

/** A recording as it was kept then; of the parts when it has no file of its own. */
async function record({ pool: sql }: TestDatabase, storage: string, name: string, isWhole = true) {
  await sql`
    with person as (
      insert into public.users (username, email) values (${name}, ${`${name}@example.org`}) returning id
    ), recording as (
      insert into public.recordings
        (owner_id, filename, original_filename, storage_type, storage_key, thumbnail_key, updated_at)
      select id, ${name}, 'a.webm', ${storage}, ${isWhole ? `file-${name}` : null},
             ${isWhole ? `picture-${name}` : null}, '2026-01-01' from person
      returning id, owner_id
    ), upload as (
      insert into public.uploads (owner_id, recording_id, kind, mime_type)
      select owner_id, id, 'recording', 'video/webm' from recording returning id
    )
    insert into private.upload_parts (upload_id, start, size, storage_key)
    select id, 0, 1, ${`part-${name}`} from upload
  `;
}

const loosen = ({ pool: sql }: TestDatabase) =>
  sql`insert into private.loose_objects (storage_key, due_at) values ('loose', now())`;

const placesOf = async ({ pool: sql }: TestDatabase) => ({
  recordings: await sql`
    select storage_type, store, storage_key, thumbnail_store, thumbnail_key
      from public.recordings order by filename
  `,
  parts: await sql`select store, storage_key from private.upload_parts order by storage_key`,
  loose: await sql`select store, storage_key from private.loose_objects order by store`,
});

describe("what was kept before stores had names", () => {
  it("is found where its recording says", async () => {
    const database = await earlierDatabase();
    await record(database, "local", "ada");
    await record(database, "s3", "ben");
    await record(database, "s3", "cleo", false);
    await loosen(database);
    await migrate(database.url);
    expect(await placesOf(database)).toEqual({
      recordings: [
        {
          storage_type: "local",
          store: "disk",
          storage_key: "file-ada",
          thumbnail_store: "disk",
          thumbnail_key: "picture-ada",
        },
        {
          storage_type: "s3",
          store: "supabase",
          storage_key: "file-ben",
          thumbnail_store: "supabase",
          thumbnail_key: "picture-ben",
        },
        {
          storage_type: "s3",
          store: null,
          storage_key: null,
          thumbnail_store: null,
          thumbnail_key: null,
        },
      ],
      parts: [
        { store: "disk", storage_key: "part-ada" },
        { store: "supabase", storage_key: "part-ben" },
        { store: "supabase", storage_key: "part-cleo" },
      ],
      loose: [
        { store: "disk", storage_key: "loose" },
        { store: "supabase", storage_key: "loose" },
      ],
    });
    const touched = await database.pool`
      select 1 from public.recordings where updated_at <> '2026-01-01'
    `;
    expect(touched).toHaveLength(0);
  });

  it("is looked for in the one store there was, when nothing refers to it", async () => {
    const database = await earlierDatabase();
    await record(database, "local", "ada");
    await loosen(database);
    await migrate(database.url);
    expect((await placesOf(database)).loose).toEqual([{ store: "disk", storage_key: "loose" }]);
  });

  it("is looked for everywhere, when no recording is left that could tell", async () => {
    const database = await earlierDatabase();
    await loosen(database);
    await migrate(database.url);
    expect((await placesOf(database)).loose).toEqual([
      { store: "disk", storage_key: "loose" },
      { store: "supabase", storage_key: "loose" },
    ]);
  });
});
