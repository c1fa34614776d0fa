import { describe, expect, it } from "vitest";
import { Preferences } from "#contract/account.ts";
import { AdminVideosQuery } from "#contract/admin-videos.ts";
import { StorageType } from "#contract/recordings.ts";
import { CurrentSubscription } from "#contract/subscriptions.ts";
import { newAccount } from "#tests/support/accounts.ts";
import { testDatabase } from "#tests/support/database.ts";
import { insertRecording } from "#tests/support/recordings.ts";

const database = await testDatabase();
const sql = database.pool;

/** The contract's words that this statement takes. */
async function taken(write: (word: string) => Promise<unknown>) {
  const words: string[] = [];
  for (const word of StorageType.options)
    await write(word).then(
      () => words.push(word),
      (error: { code?: string }) => expect(error.code).toBe("23514"),
    );
  return words;
}

describe("storage types", () => {
  it("are the same words in the contract and in SQL", async () => {
    const [list] = await sql<{ words: string[] }[]>`
      select array(select (regexp_matches(pg_get_constraintdef(c.oid), '''([^'']+)''', 'g'))[1]) as words
        from pg_constraint c where c.contypid = 'app.storage_type'::regtype
    `;
    expect(list?.words.toSorted()).toEqual(StorageType.options.toSorted());
  });

  it("have one list in SQL, for every column that holds one", async () => {
    const columns = await sql`
      select table_name || '.' || column_name as name, domain_schema || '.' || domain_name as list
        from information_schema.columns
       where table_schema in ('public', 'private') and column_name in ('storage_type', 'preferred_storage')
       order by 1
    `;
    expect([...columns]).toEqual([
      { name: "preferences.preferred_storage", list: "app.storage_type" },
      { name: "recordings.storage_type", list: "app.storage_type" },
      { name: "subscriptions.storage_type", list: "app.storage_type" },
    ]);
  });

  it("of a subscription, a preference and a recording are those the contract has for each", async () => {
    const { id } = await newAccount(database);
    const subscribe = (word: string) =>
      sql`update public.subscriptions set storage_type = ${word} where user_id = ${id}`;
    expect(await taken(async (word) => subscribe(word))).toEqual(
      CurrentSubscription.shape.storage_type.options,
    );
    await sql`insert into public.preferences (user_id) values (${id})`;
    const prefer = (word: string) =>
      sql`update public.preferences set preferred_storage = ${word} where user_id = ${id}`;
    expect(await taken(async (word) => prefer(word))).toEqual(
      Preferences.shape.preferred_storage.unwrap().options,
    );
    const recording = await insertRecording(sql, id);
    const record = (word: string) =>
      sql`update public.recordings set storage_type = ${word} where id = ${recording}`;
    expect(await taken(async (word) => record(word))).toEqual(StorageType.options);
  });

  it("can each be asked for by an admin, beside all of them", () => {
    const { storage } = AdminVideosQuery.shape;
    const asked = ["all", ...StorageType.options].map((word) => storage.parse(word));
    expect(asked).toEqual(["all", ...StorageType.options]);
    expect(storage.safeParse("elsewhere").success).toBe(false);
  });
});
