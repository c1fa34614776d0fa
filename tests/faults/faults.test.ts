import { afterAll, describe, expect, it } from "vitest";
import { usedDataDir } from "#tests/support/shared-data-dir.ts";
import { diskFull, faults, ffmpegKilled, lengthenLog, storageSilent, tryOnce } from "./faults.ts";
import { killedAtWork } from "./killed-at-work.ts";
import { ffmpeg } from "./long-videos.ts";
import { smallDisk } from "./small-disk.ts";
import { newWorld, worldOnSupabase } from "./world.ts";

/** Processes are found by what Linux tells of them. */
const isLinux = process.platform === "linux";

describe.runIf(isLinux)(
  "after a fault everything acknowledged is there, and nobody waits for ever",
  async () => {
    const world = await newWorld(usedDataDir());
    afterAll(world.close);

    for (const fault of [...faults, ...killedAtWork])
      it(fault.name, async () => {
        expect(await tryOnce(world, fault)).toMatchObject({ lost: 0, hung: 0 });
      });

    it("ffmpeg killed", async ({ skip }) => {
      if (!ffmpeg) return skip("not run: no ffmpeg here");
      expect(await tryOnce(world, ffmpegKilled)).toMatchObject({ lost: 0, hung: 0 });
    });
  },
);

describe("a Storage that is silent", () => {
  it("is lived through", async () => {
    const world = await worldOnSupabase();
    const outcome = await tryOnce(world, storageSilent(world.storage));
    await world.close();
    expect(outcome).toMatchObject({ lost: 0, hung: 0 });
  });
});

describe("a full disk", () => {
  it("is lived through", async ({ skip }) => {
    const disk = smallDisk();
    if (!disk) return skip("not run: no file system may be mounted here");
    const world = await newWorld(disk.path);
    await lengthenLog(world); // so that a checkpoint fails first, and then Postgres as a whole
    const outcome = await tryOnce(world, diskFull);
    await world.server.kill("SIGTERM");
    disk.remove();
    expect(outcome).toMatchObject({ lost: 0, hung: 0 });
  });
});
