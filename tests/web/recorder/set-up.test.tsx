// @vitest-environment happy-dom
import { act, cleanup, renderHook, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { defaultPreferences } from "#contract/account.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { useMicrophoneCheck } from "#web/features/recorder/screens/set-up/preflight.ts";
import { SourceControls } from "#web/features/recorder/screens/set-up/source-controls.tsx";
import { useSetup } from "#web/features/recorder/screens/set-up/use-setup.ts";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const setUp = (preferences = defaultPreferences) =>
  renderHook(() => useSetup(preferences, "screen"));

/** The page in a visit of its own, and what it is set to. */
async function laterVisit({ audio = true, granted = ["camera"] } = {}) {
  vi.resetModules();
  const query = async ({ name }: { name: string }) => ({
    state: granted.includes(name) ? "granted" : "prompt",
  });
  vi.stubGlobal("navigator", { permissions: { query } });
  const later = await import("#web/features/recorder/screens/set-up/use-setup.ts");
  const preferences = { ...defaultPreferences, include_audio: audio };
  return renderHook(() => later.useSetup(preferences, "screen")).result;
}

describe("what a recording is made of", () => {
  const bubble = { x: 0.5, y: 0.5, size: 0.3 };
  const choices = { surface: "browser", microphone: false, bubble } as const;

  it("is remembered over visits on this computer, with its devices", async () => {
    const { result } = setUp();
    act(() => result.current.change({ ...choices, microphoneId: "desk", camera: true }));
    act(() => result.current.change({ cameraId: "lid" }));
    const remembered = { ...choices, systemAudio: true, microphoneId: "desk", cameraId: "lid" };
    expect(result.current.setup).toMatchObject({ ...remembered, camera: true });
    const later = await laterVisit();
    expect(later.current.setup).toMatchObject(remembered);
    await expect.poll(() => later.current.setup.camera).toBe(true);
  });

  it("has the camera of an earlier visit only where that may be opened unasked", async () => {
    const { result } = setUp();
    act(() => result.current.change({ ...choices, cameraId: null, camera: true }));
    const later = await laterVisit({ granted: [] });
    await act(async () => {}); // what would follow
    expect(later.current.setup).toMatchObject({ ...choices, camera: false });
  });

  it("has sound as the settings say, where they were changed since", async () => {
    const { result } = setUp();
    act(() => result.current.change(choices));
    expect((await laterVisit({ audio: true })).current.setup.microphone).toBe(false);
    const { current } = await laterVisit({ audio: false });
    expect(current.setup).toMatchObject({ surface: "browser", systemAudio: false });
    act(() => current.change({ surface: "window" }));
    const { setup } = (await laterVisit({ audio: false })).current;
    expect(setup).toMatchObject({ surface: "window", microphone: false, systemAudio: false });
    expect((await laterVisit({ audio: true })).current.setup.microphone).toBe(true);
  });

  it("has sound as the settings say, where they are changed in the same visit", () => {
    const { result, rerender } = renderHook(
      (include_audio) => useSetup({ ...defaultPreferences, include_audio }, "screen"),
      { initialProps: true },
    );
    act(() => result.current.change({ ...choices, systemAudio: true }));
    rerender(false);
    act(() => result.current.change({ surface: "window" }));
    const { setup } = result.current;
    expect(setup).toMatchObject({ surface: "window", bubble, systemAudio: false });
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
        setup={{
          ...result.current.setup,
          ...{ microphone: true, microphoneId: "desk", camera: true, cameraId: "top" },
        }}
        picture="screen"
        quality="high"
        onChange={() => {}}
        onQuality={() => {}}
        captions={null}
        microphone={{ heard: null, level: null } as never} // is not asked
        isCameraOpen
      />,
    );
    expect(await screen.findByText("Desk microphone")).toBeTruthy();
    expect(screen.getByText("Lid camera")).toBeTruthy();
    expect(screen.getByRole("switch", { name: "System audio" })).toBeTruthy();
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
