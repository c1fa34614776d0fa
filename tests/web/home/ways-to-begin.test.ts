import { expect, test } from "vitest";
import { waysToBegin } from "#web/features/home/ways-to-begin.ts";

test("the dashboard promises what this browser can do, and imports where it knows no screen", () => {
  expect(waysToBegin("screen", true)).toEqual({
    help: "Screen, voice and camera. Stop, and the link is ready.",
    isImportOffered: false,
  });
  expect(waysToBegin("screen", false).help).toContain("save it for a link");
  expect(waysToBegin("screen", undefined).help).toBe("Screen, voice and camera.");
  expect(waysToBegin("camera", true)).toEqual({
    help: "This browser cannot record the screen. Record your camera instead, or import a video.",
    isImportOffered: true,
  });
  expect(waysToBegin(null, true)).toEqual({
    help: "This browser cannot record. Import a video instead.",
    isImportOffered: true,
  });
});
