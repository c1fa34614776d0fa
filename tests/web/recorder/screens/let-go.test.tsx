// @vitest-environment happy-dom
import { act, cleanup, render, renderHook, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { useCamera } from "#web/features/recorder/screens/set-up/set-up.tsx";
import { useDevices } from "#web/features/recorder/screens/set-up/source-controls.tsx";
import { LevelMeter } from "#web/features/recorder/screens/signs.tsx";
import { lendDevices } from "./browser.ts";

let browser: ReturnType<typeof lendDevices>;
beforeEach(() => {
  browser = lendDevices();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const openCamera = () => navigator.mediaDevices.getUserMedia({ video: true });

describe("a camera that is looked at", () => {
  it("is given back when it opens only after nobody looks any more", async () => {
    const late = Promise.withResolvers<void>();
    const onMissing = vi.fn();
    const { unmount } = renderHook(() =>
      useCamera("lid", () => late.promise.then(openCamera), onMissing),
    );
    unmount();
    await act(async () => late.resolve());
    await expect.poll(() => browser.asked).toHaveLength(1);
    await expect.poll(browser.open).toEqual([]);
    expect(onMissing).not.toHaveBeenCalled();
  });

  it("is not shown any longer while another one opens, and none is opened for none", async () => {
    const late = Promise.withResolvers<void>();
    const { result, rerender } = renderHook<MediaStream | null, { key: string | null }>(
      ({ key }) =>
        useCamera(
          key,
          () => (key === "desk" ? late.promise.then(openCamera) : openCamera()),
          () => {},
        ),
      { initialProps: { key: "lid" } },
    );
    await expect.poll(() => result.current).not.toBeNull();
    rerender({ key: "desk" });
    expect([result.current, browser.open()]).toEqual([null, []]);
    await act(async () => late.resolve());
    await expect.poll(() => result.current).not.toBeNull();
    rerender({ key: null });
    expect([result.current, browser.open(), browser.asked.length]).toEqual([null, [], 2]);
  });

  it("is missing to whoever still looks, and to nobody else", async () => {
    const onMissing = vi.fn();
    const failing = Promise.withResolvers<MediaStream>();
    const { unmount } = renderHook(() => useCamera("lid", () => failing.promise, onMissing));
    unmount();
    await act(async () => failing.reject(new Error("unplugged")));
    expect(onMissing).not.toHaveBeenCalled();
    renderHook(() => useCamera("lid", () => failing.promise, onMissing));
    await expect.poll(() => onMissing.mock.calls.length).toBe(1);
  });

  it("is missing when it is unplugged", async () => {
    const onMissing = vi.fn();
    const { result } = renderHook(() => useCamera("lid", openCamera, onMissing));
    await expect.poll(() => result.current).not.toBeNull();
    expect(onMissing).not.toHaveBeenCalled();
    act(() => void result.current?.getVideoTracks()[0]?.dispatchEvent(new Event("ended")));
    expect(onMissing).toHaveBeenCalledTimes(1);
  });
});

describe("devices that are watched", () => {
  it("are looked at anew when one is plugged in or somebody agreed, until the page is left", async () => {
    const look = vi.spyOn(browser.mediaDevices, "enumerateDevices");
    const { rerender, unmount } = renderHook(({ asked }) => useDevices(asked), {
      initialProps: { asked: "no" },
    });
    const plug = () =>
      act(async () => void browser.mediaDevices.dispatchEvent(new Event("devicechange")));
    await plug();
    expect(look).toHaveBeenCalledTimes(2);
    await act(async () => rerender({ asked: "yes" }));
    expect(look).toHaveBeenCalledTimes(3);
    await plug();
    expect(look, "once, however often it was asked").toHaveBeenCalledTimes(4);
    unmount();
    await plug();
    expect(look).toHaveBeenCalledTimes(4);
  });
});

describe("the bar of a microphone", () => {
  it("rises at once, falls slowly, and rests with its page", () => {
    const frames = new Map<number, FrameRequestCallback>();
    let drawn = 0;
    vi.stubGlobal("requestAnimationFrame", (draw: FrameRequestCallback) => {
      frames.set(++drawn, draw);
      return drawn;
    });
    vi.stubGlobal("cancelAnimationFrame", (frame: number) => void frames.delete(frame));
    const nextFrame = () => {
      const [[at, draw] = []] = frames;
      if (at !== undefined) frames.delete(at);
      draw?.(0);
    };
    let loud = 0.5;
    const { unmount } = render(<LevelMeter level={() => loud} />);
    const bar = screen.getByRole("img", { name: "Microphone level" }).firstElementChild;
    const shown = () => bar?.getAttribute("style")?.match(/scaleX\((.*)\)/)?.[1];
    nextFrame();
    expect(shown()).toBe("0.5");
    loud = 0;
    nextFrame();
    expect(shown()).toBe("0.48");
    unmount();
    expect(frames.size).toBe(0);
    render(<LevelMeter level={null} />);
    expect(screen.getByRole("img", { name: "Microphone level, not measured yet" })).toBeTruthy();
  });
});
