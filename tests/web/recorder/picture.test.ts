import { describe, expect, it, test } from "vitest";
import { startBubble } from "#web/features/recorder/capture/camera/bubble.ts";
import { isShownMirrored } from "#web/features/recorder/capture/sources.ts";
import { captureWish, type Setup } from "#web/features/recorder/screens/set-up/use-setup.ts";
import { pictureSourceOf } from "#web/lib/picture-source.ts";

const call = () => {};

describe("what a browser can record", () => {
  it.each([
    ["the screen, where it can", { getDisplayMedia: call, getUserMedia: call }, "screen"],
    ["the camera, where it knows no screen", { getUserMedia: call }, "camera"],
    ["nothing, where it knows neither", {}, null],
    ["nothing, where it hides its devices", undefined, null],
  ] as const)("is %s", (_, devices, picture) => {
    expect(pictureSourceOf(devices)).toBe(picture);
  });
});

describe("what is asked of the browser", () => {
  const setup: Setup = {
    surface: "monitor",
    microphone: true,
    microphoneId: null,
    systemAudio: true,
    camera: false,
    cameraId: "back",
    bubble: startBubble,
  };

  it("is a camera where that is the picture, shown before or not, and no sound of a screen", () => {
    const wish = captureWish(setup, "low", "camera");
    expect(wish).toMatchObject({ picture: "camera", systemAudio: false, microphone: "default" });
    expect(wish.camera?.deviceId).toBe("back");
  });

  it("is the screen with its sound, and a camera only where somebody wants one", () => {
    expect(captureWish(setup, "low", "screen")).toMatchObject({
      ...{ quality: "low", systemAudio: true, camera: null },
    });
    expect(captureWish({ ...setup, camera: true }, "low", "screen").camera?.deviceId).toBe("back");
  });
});

test("only what looks at its owner is shown as a mirror shows it", () => {
  const camera = (facingMode?: string) => ({
    getSettings: () => (facingMode ? { facingMode } : {}),
  });
  expect(isShownMirrored(camera("user"))).toBe(true);
  expect(isShownMirrored(camera())).toBe(true);
  expect(isShownMirrored(camera("environment"))).toBe(false);
});
