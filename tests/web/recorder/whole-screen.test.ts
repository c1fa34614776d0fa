import { expect, test } from "vitest";
import { isWholeScreen } from "#web/features/recorder/capture/sources.ts";

test.each<[MediaTrackSettings, string, boolean]>([
  [{ displaySurface: "monitor" }, "screen:0:0", true],
  [{ displaySurface: "window" }, "Primary Monitor", false],
  [{}, "Primary Monitor", true],
  [{}, "Screen 2", true],
  [{}, "Screen 2 of the manual", false],
])("a picture of %j, called %s, is of the whole screen: %s", (settings, label, whole) => {
  const track = { label, getSettings: () => settings };
  expect(isWholeScreen(track as MediaStreamTrack)).toBe(whole); // as much of a track as is asked
});
