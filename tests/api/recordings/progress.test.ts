import { afterEach, expect, test, vi } from "vitest";
import {
  failRecording,
  putOff,
  reportProgress,
} from "#api/features/recordings/process-recording.ts";
import { RememberedMedia } from "#api/features/recordings/remembered-media.ts";
import { asDb } from "#api/platform/database.ts";
import { newAccount } from "#tests/support/accounts.ts";
import { testDatabase } from "#tests/support/database.ts";
import { insertRecording } from "#tests/support/recordings.ts";

const database = await testDatabase();
const { pool } = database;
const service = database.asService("a test works on a recording");
const owner = await newAccount(database);

afterEach(() => vi.useRealTimers());

const recording = (status: string) => insertRecording(pool, owner.id, { status });
const read = async (id: string) =>
  (await pool`select status, progress, failure from public.recordings where id = ${id}`)[0];

test("the progress of work is told once a second, and never of what is done", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  const id = await recording("processing");
  const asked: Promise<unknown>[] = [];
  const noting = asDb((run) => {
    const answer = service(run);
    asked.push(answer);
    return answer;
  });
  const report = reportProgress(noting, id);
  const progressAfter = async (milliseconds: number, percent: number) => {
    vi.setSystemTime(Date.now() + milliseconds);
    report(percent);
    await Promise.all(asked);
    return (await read(id))?.progress;
  };
  expect(await progressAfter(0, 10)).toBe(10);
  expect(await progressAfter(999, 20)).toBe(10);
  expect(await progressAfter(1, 30)).toBe(30);
  await pool`update public.recordings set status = 'ready', progress = null where id = ${id}`;
  expect(await progressAfter(1000, 40)).toBeNull();
});

test("work that failed or was put off is told of, unless it is done by then", async () => {
  const [failed, waiting, ready] = [
    await recording("processing"),
    await recording("processing"),
    await recording("ready"),
  ];
  await pool`update public.recordings set progress = 40 where id in ${pool([failed, waiting])}`;
  for (const id of [failed, ready]) await failRecording(service, id, "It is no video.");
  for (const id of [waiting, ready]) await putOff(service, id);
  const told = { status: "failed", progress: null, failure: "It is no video." };
  expect(await read(failed)).toEqual(told);
  expect(await read(waiting)).toEqual({ status: "processing", progress: 0, failure: null });
  expect(await read(ready)).toEqual({ status: "ready", progress: null, failure: null });
});

test("what players may watch is remembered for so many at once, and for the last that came", () => {
  const remembered = new RememberedMedia();
  const media = {
    ...{ filename: "a", mime_type: "video/webm", status: "ready", size: 1, parts: null },
    ...{ file: null, changed_at: new Date(), thumbnail: null, contact_sheet: null },
    ...{ can_download: true, can_edit: true, shown_at: null, is_withheld: false },
  };
  const open = { id: "one", media, isStillOpen: async () => true };
  const keep = (token: string | undefined) => remembered.keep(token, open);
  for (let count = 0; count < 2000; count++) keep(`token ${count}`);
  keep("token 0"); // asks again, and is the last by now
  expect(remembered.find("one", "token 1")).toBeDefined();
  keep("one more");
  const found = (token: string | undefined) => remembered.find("one", token) !== undefined;
  expect(["token 0", "token 1", "token 2", "one more"].map(found)).toEqual([
    true,
    false,
    true,
    true,
  ]);
  expect(remembered.find("another", "token 0"), "on one recording alone").toBeUndefined();
  keep(undefined);
  expect(found(undefined)).toBe(false);
  remembered.keep("of another", { ...open, id: "another" });
  remembered.forget("one");
  expect(found("token 0")).toBe(false);
  expect(remembered.find("another", "of another")).toBeDefined();
});
