import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { Waiting } from "#api/media/live/growing.ts";
import { LiveTake } from "#api/media/live/live-take.ts";
import { untilNews, wake } from "#api/media/live/live-takes.ts";
import { headOfWebm, pictureOf, tinyPicture } from "#tests/support/hostile-takes.ts";

const MB = 1024 * 1024;

/** A take of these parts, of which the test holds no more than it made. */
async function takeOf(parts: (() => Buffer)[]): Promise<LiveTake> {
  const known = parts.map((part, key) => ({ store: "disk", key: `${key}`, size: part().length }));
  const get = async (ref: { key: string }, range?: { start: number; end: number }) => {
    const part = parts[Number(ref.key)]?.() ?? Buffer.of();
    return new Blob([new Uint8Array(part.subarray(range?.start, range && range.end + 1))]);
  };
  const rest = async (received: number) => (received === 0 ? known : []);
  const take = new LiveTake({ get }, rest, (work) => work());
  await take.catchUp(known.reduce((sum, { size }) => sum + size, 0));
  return take;
}

test("reads what lies far behind the only place to begin, and holds none of what is before it", async () => {
  const head = await headOfWebm();
  const pictures = Buffer.concat(Array.from({ length: 80 }, (_, time) => pictureOf(100_000, time)));
  let held = 0;
  const last = () => {
    Bun.gc(true);
    held = process.memoryUsage().external;
    return pictures;
  };
  const first = Buffer.concat([head, tinyPicture(0), pictures]);
  const between = Array.from({ length: 12 }, () => () => pictures);
  const take = await takeOf([() => first, ...between, last]);
  const before = held;
  const bytes = await take.read(take.bytes - 6 * MB);
  expect(bytes.length).toBeGreaterThan(MB - 1);
  expect(bytes.length).toBeLessThan(2 * MB);
  expect(held - before).toBeLessThan(40 * MB);
});

test("who waits for news of a recording hears of that one alone, and is let go when they leave", async () => {
  const reader = new AbortController();
  const [one, other] = ["one", "other"].map((id) => untilNews(id, 1e9, reader.signal));
  let heard = 0;
  for (const waiting of [one, other]) waiting?.came.then(() => heard++);
  wake("one");
  await one?.came;
  expect(heard).toBe(1);
  reader.abort();
  await other?.came;
});

test("begins at the last place before a moment, or at the first there is", async () => {
  const head = await headOfWebm();
  const take = await takeOf([
    () => Buffer.concat([head, ...[500, 1000, 1500].map((time) => tinyPicture(time))]),
  ]);
  const begins = [0, 0.7, 1, 1.4, 9].map((seconds) => take.before(seconds).seconds);
  expect(begins).toEqual([0.5, 0.5, 1, 1, 1.5]);
});

test("lets others have their turn while a hundred thousand pictures are made again", async () => {
  const tiny = Buffer.concat(
    Array.from({ length: 100_000 }, (_, time) => tinyPicture(time % 1000)),
  );
  const head = await headOfWebm();
  const take = await takeOf([() => Buffer.concat([head, tiny])]);
  let [turns, isRead] = [0, false];
  const read = take.read(1000).then(() => {
    isRead = true;
  });
  while (!isRead) {
    await setImmediate();
    turns++;
  }
  await read;
  expect(turns).toBeGreaterThan(8);
});

test("pieces of what is large wait, and are joined once the rest is there", () => {
  const waiting = new Waiting();
  waiting.keep(Uint8Array.of(1, 2), 5);
  expect([waiting.add(Uint8Array.of(3)), waiting.add(Uint8Array.of(4))]).toEqual([null, null]);
  expect(waiting.bytes).toBe(4);
  expect([...(waiting.add(Uint8Array.of(5, 6)) ?? [])]).toEqual([1, 2, 3, 4, 5, 6]);
});
