import fc from "fast-check";
import { expect, test } from "vitest";
import { sharesOf, stretchesOf } from "#api/features/edits/follow-cut.ts";
import { type KeptRange, lengthOfCut, normalise } from "#contract/timeline.ts";
import { viewing } from "#tests/api/viewers/film.ts";
import { testApp } from "#tests/support/app.ts";
import { swap } from "./cut-world.ts";

const app = await testApp();
const { database, person } = app;
const { film, send, read } = viewing(app);

const lasts = (recording: string, seconds: number) =>
  database.pool`update public.recordings set duration = ${seconds} where id = ${recording}`;

/** The hundredths that were seen, each once. */
const seenIn = (curve: number[]) =>
  curve.flatMap((times, hundredth) => {
    if (times > 0.001) expect(times).toBeCloseTo(1);
    return times > 0.001 ? [hundredth] : [];
  });
const between = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);

test("what was watched follows the film there and back, without what was removed", async () => {
  const it = await film();
  const { recording } = it;
  const other = await film();
  const ada = await person();
  for (const one of [it, other]) {
    await send(one, [[0, 10]], { who: ada });
    await send(one, [[40, 60]], { who: ada });
  }
  await swap(database, recording, [
    { start: 0, end: 30 },
    { start: 50, end: 70 },
  ]);
  await lasts(recording, 50);
  const cut = await read(it);
  expect(cut.people).toMatchObject([{ name: ada.username, fraction: 0.4 }]);
  expect(seenIn(cut.curve)).toEqual([...between(0, 20), ...between(60, 80)]);
  expect(cut.seconds_watched, "it was watched all the same").toBe(30);

  await lasts(recording, 100);
  await swap(database, recording, null);
  const back = await read(it);
  expect(back.people).toMatchObject([{ fraction: 0.2 }]);
  expect(seenIn(back.curve)).toEqual([...between(0, 10), ...between(50, 60)]);
  expect((await read(other)).people).toMatchObject([{ fraction: 0.3 }]);
});

test("what was watched over many seams is seen in each part, and again over all of the original", async () => {
  const it = await film();
  for (const start of [0, 50]) await send(it, [[start, start + 50]], { who: await person() });
  const cut = Array.from({ length: 20 }, (_, at) => ({ start: at * 5 + 1, end: at * 5 + 4 }));
  await swap(database, it.recording, cut);
  await lasts(it.recording, 60);
  expect((await read(it)).people).toMatchObject([{ fraction: 0.5 }, { fraction: 0.5 }]);
  await send(it, [[0, 60]], { who: await person() });
  await lasts(it.recording, 100);
  await swap(database, it.recording, null);
  expect((await read(it)).people.map(({ fraction }) => fraction).sort()).toEqual([0.3, 0.3, 0.6]);
});

test("nobody has seen anything of a film of which all that they saw is removed", async () => {
  const it = await film();
  await send(it, [[0, 10]]);
  await swap(database, it.recording, [{ start: 20, end: 30 }]);
  const cut = await read(it);
  expect([cut.average_fraction, seenIn(cut.curve)]).toEqual([0, []]);
});

const LENGTH = 60;
const seconds = fc.integer({ min: 0, max: LENGTH * 1000 }).map((ms) => ms / 1000);
const films = fc
  .array(fc.tuple(seconds, seconds), { minLength: 1, maxLength: 6 })
  .map((pairs) =>
    normalise(pairs.map(([a, b]) => ({ start: Math.min(a, b), end: Math.max(a, b) }))),
  )
  .filter((ranges) => lengthOfCut(ranges) > 0.1);

test("all that both films show is carried over, and nothing twice", () => {
  const isInBoth = (one: KeptRange[], other: KeptRange[]) =>
    stretchesOf(one, other).reduce((sum, stretch) => sum + stretch.seconds, 0);
  fc.assert(
    fc.property(films, films, (before, after) => {
      const [former, present] = [lengthOfCut(before), lengthOfCut(after)];
      expect(isInBoth(before, before)).toBeCloseTo(former);
      expect(isInBoth(before, after)).toBeCloseTo(isInBoth(after, before));
      const shares = sharesOf(stretchesOf(before, after), former, present);
      const carried = shares.reduce((sum, { share }) => sum + (share * former) / 100, 0);
      expect(carried).toBeCloseTo(isInBoth(before, after));
      for (const { of, to } of shares)
        expect([of >= 0 && of < 100, to >= 0 && to < 100]).toEqual([true, true]);
    }),
  );
});
