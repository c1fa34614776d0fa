import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";

const { pool } = await testDatabase();

const take = async (bucket: string) => {
  const [row] = await pool`select private.take_token(${bucket}, 2, interval '1 hour') as wait`;
  return row?.wait > 0;
};

test("an idle week does not fill a bucket beyond its capacity", async () => {
  await take("a bucket");
  await pool`update private.buckets set refilled_at = now() - interval '7 days'`;
  const refusals = [await take("a bucket"), await take("a bucket"), await take("a bucket")];
  expect(refusals).toEqual([false, false, true]);
});
