import { expect, test } from "vitest";
import { waysToBegin } from "#web/features/home/home-page.tsx";

test("the dashboard promises what this browser can do", () => {
  expect(waysToBegin("screen")).toBe("Screen, voice and camera, with a link to share.");
  expect(waysToBegin("camera")).toBe(
    "This browser cannot record the screen. Record your camera instead, or import a video file.",
  );
  expect(waysToBegin(null)).toBe("This browser cannot record. Import a video file instead.");
});
