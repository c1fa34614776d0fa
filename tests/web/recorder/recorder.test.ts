// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { cancelRecording, startRecording } from "#web/features/recorder/recorder.ts";
import { emptyView, view } from "#web/features/recorder/view.ts";

const reported = vi.fn();
const stuck = new Error("This screen cannot be given back.");

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(reported);
  vi.stubGlobal("MediaStream", class {});
  vi.stubGlobal("Worker", undefined); // nothing can be kept here, and nothing needs to
  const screen = Object.assign(new EventTarget(), {
    stop() {
      throw stuck;
    },
  });
  const display = {
    getTracks: () => [screen],
    getVideoTracks: () => [screen],
    getAudioTracks: () => [],
  };
  vi.stubGlobal("navigator", { userAgent: "", mediaDevices: { getDisplayMedia: () => display } });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test("the recorder goes on to the next effect when one fails, and says so", async () => {
  startRecording({
    quality: "low",
    picture: "screen",
    surface: "monitor",
    microphone: "off",
    systemAudio: false,
    camera: null,
    userId: "ada",
    prefix: "talk",
    mime: "video/webm",
    instant: false,
    captions: null,
  });
  await expect.poll(() => view().state.name).toBe("countdown");
  expect(view().title).toContain("talk");
  cancelRecording();
  expect(view()).toEqual(emptyView);
  expect(reported).toHaveBeenCalledWith(stuck);
});
