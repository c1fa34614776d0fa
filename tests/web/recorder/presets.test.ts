import { describe, expect, it } from "vitest";
import { chooseMime, presetFor } from "#web/features/recorder/capture/presets.ts";
import { fileName, fileStem, recordingTitle } from "#web/features/recorder/keep/file-name.ts";
import { qualityOptions } from "#web/lib/quality.ts";

describe("quality presets", () => {
  it.each([
    ["low", 854, 480, 24],
    ["medium", 1280, 720, 30],
    ["high", 1920, 1080, 30],
    ["ultra", 3840, 2160, 60],
  ])("%s asks for %i by %i at %i", (quality, width, height, frameRate) => {
    expect(presetFor(quality)).toMatchObject({ width, height, frameRate });
  });

  it("are offered in words that say what they ask for", () => {
    const said = qualityOptions.map(({ value }) => {
      const { height, frameRate } = presetFor(value);
      return `${height === 2160 ? "4K" : `${height}p`} at ${frameRate} frames`;
    });
    expect(qualityOptions.map(({ label }) => label.split(", ")[1])).toEqual(said);
  });

  it.each(["cinema", "", "toString"])(
    "falls back to high for an unknown quality: %j",
    (quality) => {
      expect(presetFor(quality)).toBe(presetFor("high"));
    },
  );
});

describe("the codec", () => {
  const supporting = (...mimes: string[]) => chooseMime((mime) => mimes.includes(mime));

  it("is VP9 before VP8 before whatever WebM the browser picks", () => {
    const [vp9, vp8, plain] = [
      "video/webm;codecs=vp9,opus",
      "video/webm;codecs=vp8,opus",
      "video/webm",
    ];
    expect(supporting(plain, vp8, vp9, "video/mp4")).toBe(vp9);
    expect(supporting(plain, vp8)).toBe(vp8);
    expect(supporting(plain, "video/mp4")).toBe(plain);
  });

  it("is MP4 where there is no WebM, and none where there is nothing", () => {
    expect(supporting("video/mp4")).toBe("video/mp4");
    expect(supporting()).toBeNull();
  });

  it("names the file by its container", () => {
    expect(fileName({ title: "A", stem: "a", mime: "video/webm;codecs=vp9,opus" })).toBe("a.webm");
    expect(fileName({ title: "a", mime: "video/mp4;codecs=avc1.42E01E,mp4a.40.2" })).toBe("a.mp4");
  });
});

describe("names", () => {
  it("names a recording by prefix and time, for people and for disks", () => {
    const at = new Date(2026, 10, 20, 9, 5, 7);
    expect(recordingTitle("Demo ", at)).toBe("Demo, 20 Nov 09:05");
    expect(recordingTitle("  ", at)).toBe("Recording, 20 Nov 09:05");
    expect(fileStem("Recording", at)).toBe("Recording-2026-11-20-09-05-07");
    expect(fileStem("  ", at)).toBe("screen-recording-2026-11-20-09-05-07");
  });
});
