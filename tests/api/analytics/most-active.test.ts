import { expect, test } from "vitest";
import { testApp } from "#tests/support/app.ts";
import { insertRecordings } from "#tests/support/recordings.ts";

const { person, database } = await testApp();
const service = database.asService("a test makes people who record");
const admin = await person({ role: "admin" });

const listed = async (period: string) =>
  (await (await admin.call("GET", `/admin/analytics?period=${period}`)).json()).user_behavior
    .most_active_users;

/** Makes so many recordings of today, and so many of long ago. */
async function record(owner: { id: string }, lately: number, once: number): Promise<void> {
  const longAgo = new Date(Date.now() - 500 * 86_400_000).toISOString();
  const some = (count: number, created_at: string) =>
    Array.from({ length: count }, () => ({ size: 2 ** 30, created_at }));
  const rows = [...some(lately, new Date().toISOString()), ...some(once, longAgo)];
  if (rows.length > 0) await service((sql) => insertRecordings(sql, owner.id, rows));
}

test("whoever recorded most is found among many, whatever they hold of before", async () => {
  // Thirty hold more than anybody else, all but two of long ago; a dozen hold little, all of it new.
  for (let i = 0; i < 30; i++)
    await record(await person({ username: `Old ${i}` }), i < 2 ? 9 - i : 0, 12 + i);
  for (let i = 0; i < 12; i++) await record(await person({ username: `New ${i}` }), i, 0);
  const expected = [
    ["New 11", 11],
    ["New 10", 10],
    ["New 9", 9],
    ["Old 0", 9],
    ["New 8", 8],
    ["Old 1", 8],
    ["New 7", 7],
    ["New 6", 6],
    ["New 5", 5],
    ["New 4", 4],
  ].map(([username, count]) => ({ username, video_count: count, storage_gb: count }));
  expect(await listed("1year")).toEqual(expected);
  expect(await listed("7days")).toEqual(expected);
});

test("whoever holds most and recorded it lately is found without counting everybody", async () => {
  for (let i = 0; i < 10; i++) await record(await person({ username: `Top ${i}` }), 60 + i, 0);
  const found = await listed("1year");
  expect(found).toEqual(await listed("7days"));
  expect(found[0]).toEqual({ username: "Top 9", video_count: 69, storage_gb: 69 });
});
