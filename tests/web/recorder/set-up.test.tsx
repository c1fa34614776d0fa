// @vitest-environment happy-dom
import { act, cleanup, renderHook, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { defaultPreferences } from "#contract/account.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { SourceControls } from "#web/features/recorder/screens/set-up/source-controls.tsx";
import { useMicrophoneCheck } from "#web/features/recorder/screens/set-up/use-microphone-check.ts";
import { useSetup } from "#web/features/recorder/screens/set-up/use-setup.ts";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const setUp = () => renderHook(() => useSetup(defaultPreferences));

describe("what a recording is made of", () => {
  it("remembers microphone and camera of this computer over visits, and no other choice", async () => {
    const { result } = setUp();
    act(() => result.current.change({ microphoneId: "desk", camera: true }));
    act(() => result.current.change({ cameraId: "lid" }));
    expect(result.current.setup).toMatchObject({ microphoneId: "desk", cameraId: "lid" });
    vi.resetModules();
    const later = await import("#web/features/recorder/screens/set-up/use-setup.ts");
    const next = renderHook(() => later.useSetup(defaultPreferences));
    expect(next.result.current.setup).toMatchObject({
      microphoneId: "desk",
      cameraId: "lid",
      camera: false,
    });
  });

  it("names sound, camera and devices in words", async () => {
    const device = (kind: string, deviceId: string, label: string) => ({ kind, deviceId, label });
    vi.stubGlobal("navigator", {
      mediaDevices: Object.assign(new EventTarget(), {
        enumerateDevices: async () => [
          device("audioinput", "desk", "Desk microphone"),
          device("audioinput", "lid", "Lid microphone"),
          device("videoinput", "top", "Lid camera"),
        ],
      }),
    });
    const { result } = setUp();
    await renderInApp(
      <SourceControls
        setup={{ ...result.current.setup, microphoneId: "desk", camera: true, cameraId: "top" }}
        picture="screen"
        onChange={() => {}}
        microphone={{ heard: null, level: null } as never} // is not asked
        isCameraOpen
      />,
    );
    expect(await screen.findByText("Desk microphone")).toBeTruthy();
    expect(screen.getByText("Lid camera")).toBeTruthy();
    expect(screen.getByRole("switch", { name: "System audio" })).toBeTruthy();
    expect(screen.getByText("Drag to move")).toBeTruthy();
  });
});

describe("a microphone that is listened to before a recording", () => {
  it.each([
    ["that is open", false],
    ["that opens only then", true],
  ])("is let go of when its page is left: one %s", async (_, isLate) => {
    const out = new Set(["microphone"]);
    const tracks = [{ stop: () => out.delete("microphone") }];
    const opening = Promise.withResolvers<object>();
    vi.stubGlobal("navigator", { mediaDevices: { getUserMedia: () => opening.promise } });
    class Sound {
      state = "running";
      constructor() {
        out.add("sound");
      }
      createMediaStreamDestination = () => ({ stream: { getAudioTracks: () => [] } });
      createAnalyser = () => ({ getFloatTimeDomainData() {} });
      createMediaStreamSource = () => ({ connect() {} });
      resume = async () => {};
      close = () => void out.delete("sound");
    }
    vi.stubGlobal("AudioContext", Sound);
    const open = () => act(async () => opening.resolve({ getTracks: () => tracks }));
    const { result, unmount } = renderHook(() => useMicrophoneCheck(true, "desk"));
    if (!isLate) {
      await open();
      await expect.poll(() => result.current.level).not.toBeNull();
    }
    unmount();
    await open();
    await expect.poll(() => [...out]).toEqual([]);
  });
});
