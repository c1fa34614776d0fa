import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { inWorkRoom } from "#api/platform/work-room.ts";
import { temporaryDirectory } from "#tests/support/temporary-directory.ts";

test("a room for work is empty, also after an attempt that was killed, and gone when the work fails", async () => {
  const workDirectory = temporaryDirectory();
  const room = join(workDirectory, "a film");
  mkdirSync(room);
  writeFileSync(join(room, "half of it"), "half");
  const found: string[][] = [];
  const working = inWorkRoom({ workDirectory }, "a film", async (directory) => {
    found.push(readdirSync(directory));
    writeFileSync(join(directory, "half of it"), "half");
    throw new Error("it cannot be done");
  });
  await expect(working).rejects.toThrow("it cannot be done");
  expect([found, existsSync(room)]).toEqual([[[]], false]);
});

test("two attempts at one piece of work have a room each, and leave none", async () => {
  const workDirectory = temporaryDirectory();
  const [begun, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const earlier = inWorkRoom({ workDirectory }, "a film", async (directory) => {
    writeFileSync(join(directory, "source"), "all of it");
    begun.resolve();
    await goesOn.promise;
    return readFileSync(join(directory, "source"), "utf8");
  });
  await begun.promise;
  await inWorkRoom({ workDirectory }, "a film", async (directory) => {
    writeFileSync(join(directory, "source"), "half", { flag: "wx" });
    goesOn.resolve();
    expect(await earlier).toBe("all of it");
    expect(readdirSync(directory)).toEqual(["source"]);
  });
  expect(readdirSync(workDirectory)).toEqual([]);
});
