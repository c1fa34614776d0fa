import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { audioLevel } from "#api/media/audio-level.ts";
import { prepareVideo } from "#api/media/prepare.ts";
import { temporaryDirectory } from "#tests/support/temporary-directory.ts";
import { videoPath } from "#tests/support/videos.ts";

const directory = temporaryDirectory();

describe("the level of a recording's sound", () => {
  it.each(["recorded.webm", "recorded.mp4"] as const)("is told for %s", async (name) => {
    const made = join(directory, name);
    const prepared = await prepareVideo(videoPath(name), made);
    // The recorded tab beeps: well above silence, below full scale.
    expect(prepared.audioLevel).toBeGreaterThan(-60);
    expect(prepared.audioLevel).toBeLessThan(0);
    expect(await audioLevel(made, prepared.probe.duration)).toBe(prepared.audioLevel);
  });

  it.each(["h264.mov", "xvid.avi"] as const)("is left open for %s", async (name) => {
    const prepared = await prepareVideo(videoPath(name), join(directory, name));
    expect(prepared.audioLevel).toBeNull();
  });
});
