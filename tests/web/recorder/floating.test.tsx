// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, within } from "@testing-library/react";
import { Window } from "happy-dom";
import { afterEach, expect, test, vi } from "vitest";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { startClock } from "#web/features/recorder/clock.ts";
import { openFloating } from "#web/features/recorder/floating.ts";
import { FloatingControls } from "#web/features/recorder/screens/floating/floating-controls.tsx";
import { OpenAgain } from "#web/features/recorder/screens/take-controls.tsx";
import { emptyView, type View } from "#web/features/recorder/view.ts";
import { TooltipGroup } from "#web/ui/layers/tooltip.tsx";

afterEach(() => {
  cleanup();
  close();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const opened = new Window();
const close = () => opened.dispatchEvent(new opened.Event("pagehide"));

const recording: View["state"] = { name: "recording", instant: false, clock: startClock(0) };
const summary = { bytes: 1024, elapsed: 65_000 };

/** The window over all others, while its page is behind them. */
async function float(seen: Partial<View>) {
  vi.stubGlobal("documentPictureInPicture", { requestWindow: async () => opened });
  vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  await openFloating();
  await renderInApp(
    <TooltipGroup>
      <FloatingControls view={{ ...emptyView, ...seen }} />
    </TooltipGroup>,
  );
  return within(opened.document.body as unknown as HTMLElement); // of another window of the same kind
}

test.each<[string, string, Partial<View>]>([
  ["that captions are on", "Captions on", { state: recording, captions: { asked: true } }],
  ["that the microphone is muted", "Muted", { state: recording, microphone: "muted" }],
  ["that it is in the picture", "In the picture", { state: recording, isWholeScreen: true }],
  [
    "that all is saved",
    "The recording is saved",
    { state: { name: "saved", summary, recordingId: "r" } },
  ],
  [
    "who has the rest",
    "The recording is ready. Kinora's tab has it.",
    { state: { name: "ready", summary, downloaded: false } },
  ],
])("the floating window says %s", async (_, words, seen) => {
  expect((await float(seen)).getByText(words)).toBeTruthy();
  cleanup();
  close();
  expect((await float({ state: recording })).queryByText(words)).toBeNull();
});

test("the floating window has the theme of the page, also when that goes back to the system's", async () => {
  const { dataset } = document.documentElement;
  const theme = () => opened.document.documentElement.getAttribute("data-theme");
  dataset.theme = "dark";
  await float({ state: recording });
  expect(theme()).toBe("dark");
  dataset.theme = "light";
  await expect.poll(theme).toBe("light");
  delete dataset.theme;
  await expect.poll(theme).toBeNull();
});

test("the way back to the floating window is there while that is closed", async () => {
  vi.stubGlobal("documentPictureInPicture", { requestWindow: async () => opened });
  await renderInApp(<OpenAgain face={null} />);
  const way = () => screen.queryByRole("button", { name: "Floating controls" });
  fireEvent.click(screen.getByRole("button", { name: "Floating controls" }));
  await expect.poll(way).toBeNull();
  act(() => void close());
  expect(way()).not.toBeNull();
});

test("a camera that floats alone is closed when it ends, and let go when it is closed", async () => {
  Object.defineProperty(document, "pictureInPictureEnabled", { value: true, configurable: true });
  const exit = vi.fn(async () => {});
  Object.defineProperty(document, "exitPictureInPicture", { value: exit, configurable: true });
  const floated: HTMLVideoElement[] = [];
  const video = Object.assign(document.createElement("video"), {
    play: async () => {},
    requestPictureInPicture: async () => void floated.push(video),
  });
  const face = new MediaStream();
  await renderInApp(<OpenAgain face={face} />);
  vi.spyOn(document, "createElement").mockReturnValue(video);
  fireEvent.click(screen.getByRole("button", { name: "Floating camera" }));
  vi.mocked(document.createElement).mockRestore();
  await expect.poll(() => floated).toEqual([video]);
  expect([video.srcObject, video.muted]).toEqual([face, true]);
  video.dispatchEvent(new Event("ended"));
  expect(exit).toHaveBeenCalledOnce();
  video.dispatchEvent(new Event("leavepictureinpicture"));
  expect(video.srcObject).toBeNull();
  Reflect.deleteProperty(document, "pictureInPictureEnabled");
  Reflect.deleteProperty(document, "exitPictureInPicture");
});
