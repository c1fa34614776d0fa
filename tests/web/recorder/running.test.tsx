// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { startClock } from "#web/features/recorder/clock.ts";
import { Running } from "#web/features/recorder/screens/running.tsx";
import { emptyView, type View } from "#web/features/recorder/view.ts";
import { TooltipGroup } from "#web/ui/layers/tooltip.tsx";

afterEach(cleanup);
afterEach(() => void vi.unstubAllGlobals());

function show(name: "recording" | "paused", seen: Partial<View> = {}) {
  const state = { name, instant: false, clock: startClock(0) };
  const preview = new MediaStream();
  const track = { getSettings: () => ({ width: 1280, height: 720 }) };
  Object.assign(preview, { getVideoTracks: () => [track] });
  render(
    <TooltipGroup>
      <Running view={{ ...emptyView, state, preview, hasSound: false, ...seen }} />
    </TooltipGroup>,
  );
  const picture = screen.getByLabelText("What is being recorded");
  return { picture: picture.className, timer: screen.getByRole("timer").className };
}

test("paused looks paused: in words, in its picture and in its clock", () => {
  const running = show("recording");
  expect(screen.queryByText("Paused")).toBeNull();
  expect(screen.getByRole("button", { name: "Pause" })).toBeTruthy();
  cleanup();
  const paused = show("paused");
  expect(screen.getByText("Paused")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Resume" })).toBeTruthy();
  expect(paused.picture).not.toBe(running.picture);
  expect(paused.timer).not.toBe(running.timer);
  // The page says all the while that no sound is recorded.
  expect(screen.getByText("No sound is recorded")).toBeTruthy();
});

test("where the browser has no windows over others it says where to stop, and where it has, how to open one", () => {
  show("recording");
  expect(screen.getByText(/^Come back to this tab to stop/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Floating controls" })).toBeNull();
  cleanup();
  vi.stubGlobal("documentPictureInPicture", {});
  show("recording");
  expect(screen.queryByText(/^Come back to this tab to stop/)).toBeNull();
  expect(screen.getByRole("button", { name: "Floating controls" })).toBeTruthy();
});

test("where the browser shows only a video over others, that is the camera", () => {
  Object.defineProperty(document, "pictureInPictureEnabled", { value: true, configurable: true });
  show("recording");
  expect(screen.queryByRole("button", { name: "Floating camera" })).toBeNull();
  cleanup();
  show("recording", { face: new MediaStream() });
  expect(screen.getByRole("button", { name: "Floating camera" })).toBeTruthy();
  expect(screen.queryByText(/^Come back to this tab to stop/)).toBeNull();
  Reflect.deleteProperty(document, "pictureInPictureEnabled");
});
