// @vitest-environment happy-dom
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, test, vi } from "vitest";
import { initialPlayback, type Playback } from "#web/features/player/playback.ts";
import { storedPlaces, usePlaceKept } from "#web/features/player/use-place.ts";
import { useScreen, useShown } from "#web/features/player/use-player.ts";

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe("the bar", () => {
  beforeEach(() => void vi.useFakeTimers());
  const pass = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds));
  const bar = (isPlaying: boolean, hasStarted = true) =>
    renderHook(({ plays }) => useShown(plays, hasStarted), { initialProps: { plays: isPlaying } });

  it("shows while a video stands that has played, for however long", () => {
    const { result } = bar(false);
    pass(60_000);
    expect(result.current.isShown).toBe(true);
  });

  it("shows before the first play while the pointer is there alone", () => {
    const { result } = bar(false, false);
    expect(result.current.isShown).toBe(false);
    act(() => result.current.stir());
    pass(60_000);
    expect(result.current.isShown).toBe(true);
    act(() => result.current.hide());
    expect(result.current.isShown).toBe(false);
  });

  it("goes two and a half seconds after the last movement, and comes with the next", () => {
    const { result } = bar(true);
    for (const movement of [1, 2, 3]) {
      act(() => result.current.stir());
      pass(2_400);
      expect(result.current.isShown, `after ${movement}`).toBe(true);
    }
    pass(99);
    expect(result.current.isShown).toBe(true);
    pass(1);
    expect(result.current.isShown).toBe(false);
    act(() => result.current.stir());
    expect(result.current.isShown).toBe(true);
  });

  it("goes with the pointer, but not from a video that stands", () => {
    const { result, rerender } = bar(true);
    act(() => result.current.stir());
    act(() => result.current.hide());
    expect(result.current.isShown).toBe(false);
    rerender({ plays: false });
    expect(result.current.isShown).toBe(true);
  });

  it("leaves no timer behind", () => {
    const { result, unmount } = bar(true);
    act(() => result.current.stir());
    unmount();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("full screen", () => {
  /** A document that shows what it is asked to. */
  function screenWith(element: HTMLElement) {
    let full: Element | null = null;
    const show = async (shown: Element | null) => {
      full = shown;
      act(() => void document.dispatchEvent(new Event("fullscreenchange")));
    };
    Object.defineProperty(document, "fullscreenElement", {
      get: () => full,
      configurable: true,
    });
    document.exitFullscreen = () => show(null);
    element.requestFullscreen = () => show(element);
    return show;
  }

  it("is entered and left by the same command, and is the player's own alone", async () => {
    const frame = document.createElement("section");
    const show = screenWith(frame);
    const video = { current: document.createElement("video") };
    const { result } = renderHook(() => useScreen({ current: frame }, video));
    expect(result.current.isFull).toBe(false);
    act(() => result.current.toggleFull());
    expect(result.current.isFull).toBe(true);
    act(() => result.current.toggleFull());
    expect(result.current.isFull).toBe(false);
    await show(document.createElement("div"));
    expect(result.current.isFull, "of another element").toBe(false);
    act(() => result.current.toggleFull());
    expect(document.fullscreenElement, "that is left first").toBeNull();
  });

  it("is the phone's own where it knows no other", () => {
    const entered = vi.fn();
    const frame = document.createElement("section");
    screenWith(frame);
    Object.defineProperty(frame, "requestFullscreen", { value: undefined });
    const video = Object.assign(document.createElement("video"), {
      webkitEnterFullscreen: entered,
    });
    const { result } = renderHook(() => useScreen({ current: frame }, { current: video }));
    result.current.toggleFull();
    expect(entered).toHaveBeenCalledOnce();
  });
});

test("a picture in the picture is entered and left by the same command", () => {
  const video = document.createElement("video");
  const done: string[] = [];
  let small: Element | null = null;
  const show = (shown: Element | null, event: string) => {
    done.push(event);
    small = shown;
    act(() => void video.dispatchEvent(new Event(event)));
    return Promise.reject(new Error("no gesture"));
  };
  Object.defineProperties(document, {
    pictureInPictureElement: { get: () => small, configurable: true },
    pictureInPictureEnabled: { value: true, configurable: true },
  });
  video.requestPictureInPicture = () => show(video, "enterpictureinpicture");
  document.exitPictureInPicture = () => show(null, "leavepictureinpicture");
  const { result } = renderHook(() => useScreen({ current: null }, { current: video }));
  expect(result.current.canPicture).toBe(true);
  expect(document.pictureInPictureElement).toBeNull();
  act(() => result.current.togglePicture());
  expect(document.pictureInPictureElement).toBe(video);
  act(() => result.current.togglePicture());
  expect(document.pictureInPictureElement).toBeNull();
  expect(done).toEqual(["enterpictureinpicture", "leavepictureinpicture"]);
});

describe("the place of a video", () => {
  const at = (part: Partial<Playback>) => ({ ...initialPlayback(60), ...part });
  const keeping = (first: Playback) =>
    renderHook(({ now }) => usePlaceKept("v", now), { initialProps: { now: first } });
  const kept = () => storedPlaces().v?.time;

  it("is kept every five seconds, and when it is paused", () => {
    const { rerender } = keeping(at({ phase: "playing", time: 11 }));
    expect(kept()).toBe(11);
    rerender({ now: at({ phase: "playing", time: 14.9 }) });
    expect(kept()).toBe(11);
    rerender({ now: at({ phase: "playing", time: 15.1 }) });
    expect(kept()).toBe(15.1);
    rerender({ now: at({ phase: "paused", time: 17 }) });
    expect(kept()).toBe(17);
  });

  it("is let go at the end", () => {
    const { rerender } = keeping(at({ phase: "playing", time: 30 }));
    rerender({ now: at({ phase: "ended", time: 60 }) });
    expect(kept()).toBeUndefined();
  });

  it("stays while the video loads, breaks, or has not begun", () => {
    keeping(at({ phase: "playing", time: 30 })).unmount();
    for (const phase of ["loading", "recovering", "diagnosing", "failed"] as const)
      keeping(at({ phase, time: 20 })).unmount();
    keeping(at({ phase: "paused", time: 0 })).unmount();
    expect(kept()).toBe(30);
  });
});
