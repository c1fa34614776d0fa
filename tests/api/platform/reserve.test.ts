import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { layInReserve } from "#api/platform/embedded/reserve.ts";
import { temporaryDirectory } from "#tests/support/temporary-directory.ts";

test("a reserve that is being laid in is not begun again", async () => {
  const directory = temporaryDirectory();
  await Promise.all([layInReserve(directory), layInReserve(directory)]);
  expect(readdirSync(directory)).toEqual(["reserve"]);
});
