import { expect, test } from "vitest";
import { closeStaleUploads } from "#api/features/uploads/close-stale-uploads.ts";
import { newAccount } from "#tests/support/accounts.ts";
import { testDatabase } from "#tests/support/database.ts";
import { waitingForLocks } from "#tests/support/locks.ts";
import { insertRecording } from "#tests/support/recordings.ts";

const database = await testDatabase();
const { pool } = database;
const owner = await newAccount(database);
const sent: unknown[] = [];
const sweep = () =>
  closeStaleUploads(database.asService("a test sweeps up"), {
    send: async (_sql, _kind, data) => void sent.push(data),
  });

const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000);

/** A recording and its upload, of which one part is here. */
async function upload(
  row: { touched_at?: Date; finished_at?: Date; replaced_at?: Date },
  recording: Parameters<typeof insertRecording>[2] = {},
) {
  const id = await insertRecording(pool, owner.id, { status: "recording", size: 5, ...recording });
  const [begun] = await pool<{ id: string }[]>`
    insert into public.uploads ${pool({
      ...{ owner_id: owner.id, recording_id: id, kind: "recording", mime_type: "video/webm" },
      ...{ received: 5, ...row },
    })} returning id`;
  const addPart = () => pool`
    insert into private.upload_parts (upload_id, start, size, storage_key, store)
    values (${begun?.id ?? ""}, 0, 5, ${id}, 'disk')`;
  return { id, upload: begun?.id ?? "", addPart };
}

const left = async (table: "public.uploads" | "private.upload_parts", id: string) => {
  const column = table === "public.uploads" ? "id" : "upload_id";
  return (await pool`select 1 from ${pool(table)} where ${pool(column)} = ${id}`).length;
};

test("an upload without a sign of life is over after a day", async () => {
  const [young, old] = [
    await upload({ touched_at: ago(23) }),
    await upload({ touched_at: ago(25) }),
  ];
  for (const { addPart } of [young, old]) await addPart();
  sent.length = 0;
  await sweep();
  const rows = await pool<{ id: string; status: string }[]>`
    select id, status from public.recordings where id in ${pool([young.id, old.id])}`;
  expect(Object.fromEntries(rows.map(({ id, status }) => [id, status]))).toEqual({
    [young.id]: "recording",
    [old.id]: "processing",
  });
  expect(sent).toEqual([{ recording_id: old.id }]);
});

test("a recording that is thrown away at that moment stops neither its owner nor the sweep", async () => {
  const { id } = await upload({ touched_at: ago(25) });
  const swept = await pool.begin(async (sql) => {
    await sql`select 1 from public.recordings where id = ${id} for update`;
    const sweeping = sweep().then(() => "swept", String);
    await expect.poll(() => waitingForLocks({ pool })).toBeGreaterThan(0);
    await sql`delete from public.recordings where id = ${id}`;
    return { sweeping };
  });
  expect(await swept.sweeping).toBe("swept");
});

test("the parts of what has a better file are there for six hours, for whoever watches them", async () => {
  const whole = (hours: number) =>
    upload(
      { finished_at: ago(hours), replaced_at: ago(hours) },
      { status: "ready", store: "disk", storage_key: crypto.randomUUID() },
    );
  const [young, old] = [await whole(5.9), await whole(6.1)];
  const processedLong = await upload(
    { finished_at: ago(7), replaced_at: ago(1) },
    { status: "ready", store: "disk", storage_key: crypto.randomUUID() },
  );
  for (const { addPart } of [young, old, processedLong]) await addPart();
  await sweep();
  for (const { upload } of [young, processedLong])
    expect(await left("private.upload_parts", upload)).toBe(1);
  expect(await left("private.upload_parts", old.upload)).toBe(0);
});

test("a finished upload is remembered for a day, and longer while its parts are the recording", async () => {
  const whole = (hours: number) =>
    upload(
      { finished_at: ago(hours) },
      { status: "ready", store: "disk", storage_key: crypto.randomUUID() },
    );
  const [young, old, needed] = [await whole(23), await whole(25), await whole(25)];
  await needed.addPart();
  const inParts = await upload({ finished_at: ago(25) }, { status: "failed" });
  await sweep();
  const kept = await Promise.all(
    [young, old, needed, inParts].map((one) => left("public.uploads", one.upload)),
  );
  expect(kept).toEqual([1, 0, 1, 1]);
});

test("work that should have said something for seven hours is sent anew, and once", async () => {
  const working = (hours: number) =>
    upload({ finished_at: ago(1) }, { status: "processing", updated_at: ago(hours).toISOString() });
  const [young, old] = [await working(6.9), await working(7.1)];
  sent.length = 0;
  await sweep();
  expect(sent).toEqual([{ recording_id: old.id }]);
  await sweep();
  expect(sent, "which counts as a sign of life").toHaveLength(1);
  expect(sent).not.toContainEqual({ recording_id: young.id });
});

test("a part that waits for its cut is no work that was lost: there is no file of it yet", async () => {
  const waiting = { status: "processing", updated_at: ago(8).toISOString() };
  const part = await insertRecording(pool, owner.id, waiting);
  sent.length = 0;
  await sweep();
  expect(sent).not.toContainEqual({ recording_id: part });
});

test("room that is held is forgotten a day after the last was heard of it", async () => {
  const held = (hours: number) => pool<{ id: string }[]>`
    insert into private.held_room (id, owner_id, bytes, seen_at)
    values (gen_random_uuid(), ${owner.id}, ${hours}, ${ago(hours)})`;
  for (const hours of [23, 25]) await held(hours);
  await sweep();
  const rows = await pool<{ bytes: number }[]>`select bytes::int from private.held_room`;
  expect(rows.map(({ bytes }) => bytes)).toEqual([23]);
});
