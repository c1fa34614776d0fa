import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";

const { pool } = await testDatabase();

const waitFor = async (bucket: string): Promise<number> => {
  const [row] = await pool`select private.take_token(${bucket}, 2, interval '1 hour') as wait`;
  return row?.wait;
};
const take = async (bucket: string) => (await waitFor(bucket)) > 0;

test("an idle week does not fill a bucket beyond its capacity", async () => {
  await take("a bucket");
  await pool`update private.buckets set refilled_at = now() - interval '7 days'`;
  const refusals = [await take("a bucket"), await take("a bucket"), await take("a bucket")];
  expect(refusals).toEqual([false, false, true]);
});

test("an empty bucket says when the next token is there", async () => {
  const bucket = "an empty bucket";
  const passed = (seconds: number) => pool`
    update private.buckets set refilled_at = refilled_at - make_interval(secs => ${seconds})
     where name = ${bucket}`;
  for (let token = 0; token < 2; token += 1) expect(await take(bucket)).toBe(false);
  const wait = await waitFor(bucket);
  await passed(wait / 2);
  expect(await take(bucket)).toBe(true);
  await passed(wait / 2);
  expect(await take(bucket)).toBe(false);
});
