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

  it.each([
    ["in one ear alone", "0|0.5*sin(2*PI*440*t):d=3", 3],
    ["in its middle alone", "0.5*sin(2*PI*440*t)*between(t\\,9\\,11.5):d=20", 20],
  ])("is that of what is heard %s", async (where, sound, seconds) => {
    const path = join(directory, `${where}.webm`);
    const options = ["-f", "lavfi", "-i", `aevalsrc=${sound}`, "-c:a", "libopus", path];
    expect(await Bun.spawn(["ffmpeg", "-v", "error", ...options]).exited).toBe(0);
    expect(await audioLevel(path, seconds)).toBeGreaterThan(-25);
  });

  it.each(["h264.mov", "xvid.avi"] as const)("is left open for %s", async (name) => {
    const prepared = await prepareVideo(videoPath(name), join(directory, name));
    expect(prepared.audioLevel).toBeNull();
  });
});
