import { readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { layInReserve } from "#api/platform/embedded/reserve.ts";
import { temporaryDirectory } from "#tests/support/temporary-directory.ts";

test("a reserve that is being laid in is not begun again", async () => {
  const directory = temporaryDirectory();
  await Promise.all([layInReserve(directory), layInReserve(directory)]);
  expect(readdirSync(directory)).toEqual(["reserve"]);
});

test("a reserve that is cut short can be let go like a whole one, and is made whole when there is room", async () => {
  const directory = temporaryDirectory();
  const laying = layInReserve(directory);
  while (readdirSync(directory).length === 0) await setImmediate();
  expect(readdirSync(directory)).toEqual(["reserve"]);
  await laying;
  const reserve = join(directory, "reserve");
  const { size } = statSync(reserve);
  writeFileSync(reserve, "cut short");
  await layInReserve(directory);
  expect(statSync(reserve).size).toBe(size);
});
