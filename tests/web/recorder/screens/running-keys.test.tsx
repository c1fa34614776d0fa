// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { isOff } from "#tests/web/lib/off.ts";
import { startFlow } from "#web/features/recorder/flow.ts";
import type { State } from "#web/features/recorder/steps.ts";
import { view } from "#web/features/recorder/view.ts";
import { isListed } from "#web/lib/shortcuts.ts";
import { beginRecording, forgetAll, openRecordPage, summary, tell } from "./on-screen.tsx";

beforeEach(beginRecording);
afterEach(() => {
  cleanup();
  forgetAll();
  vi.useRealTimers();
});

const clock = { spent: 0, since: 0 };
const recording: State = { name: "recording", instant: false, clock };
const paused: State = { name: "paused", instant: false, clock };
const stopping: State = { name: "stopping", instant: false, clock };
const heading = () => screen.getByRole("heading", { level: 1 }).textContent;

describe("the countdown", () => {
  it("says how long it is, and is cancelled by its button or by Escape", async () => {
    tell({ name: "countdown", instant: false, left: 2 });
    await openRecordPage();
    expect(screen.getByRole("timer", { name: "Recording starts in 2" }).textContent).toBe("2");
    tell({ name: "countdown", instant: false, left: 0 });
    expect(screen.getByRole("timer").textContent, "it has not begun at once").toBe("");
    expect(heading()).toBe("New Recording");
    await userEvent.keyboard("{Escape}");
    expect(view().state.name).toBe("idle");
    tell({ name: "countdown", instant: false, left: 1 });
    await userEvent.click(screen.getByRole("button", { name: /^Cancel/ }));
    expect(view().state.name).toBe("idle");
  });
});

describe("a recording that runs", () => {
  it.each([
    [recording, "Recording", "Recording"],
    [paused, "Recording", "Paused"],
    [stopping, "Finishing", "Finishing"],
    [{ name: "ready", summary, downloaded: false }, "New Recording", null],
  ] satisfies [State, string, string | null][])(
    "is called what it is: %o",
    async (state, title, words) => {
      tell(state);
      await openRecordPage();
      expect(heading()).toBe(title);
      if (words) expect(screen.getAllByRole("status")[0]?.textContent).toBe(words);
    },
  );

  it("is paused, goes on and is stopped by its buttons and by their keys", async () => {
    tell(recording);
    await openRecordPage();
    await userEvent.keyboard("p");
    expect(view().state.name).toBe("paused");
    await userEvent.keyboard("p");
    expect(view().state.name).toBe("recording");
    await userEvent.click(screen.getByRole("button", { name: "Pause" }));
    expect(view().state.name).toBe("paused");
    await userEvent.click(screen.getByRole("button", { name: "Resume" }));
    expect(view().state.name).toBe("recording");
    await userEvent.keyboard("s");
    expect(view().state.name).toBe("stopping");
  });

  it("is out of reach while it is being finished", async () => {
    tell(stopping);
    await openRecordPage();
    const buttons = ["Pause", "Stop"].map((name) =>
      screen.getByRole<HTMLButtonElement>("button", { name }),
    );
    expect(buttons.map(isOff)).toEqual([true, true]);
    expect(["p", "s"].map(isListed), "nor do their keys do anything").toEqual([false, false]);
    tell(recording);
    expect(buttons.map(isOff)).toEqual([false, false]);
    expect(["p", "s"].map(isListed)).toEqual([true, true]);
    expect(buttons.map((button) => button.getAttribute("aria-keyshortcuts"))).toEqual(["p", "s"]);
  });

  it("says that it was made lighter, what becomes of its captions, and how long it is", async () => {
    const { picture, ...flow } = startFlow(false);
    tell(recording, {
      lightened: "Busy computer: 480p, 15 frames a second",
      flow: { ...flow, picture: { ...picture, kept: 83_000 } },
    });
    await openRecordPage();
    expect(screen.getByRole("timer").textContent).toBe("1:23");
    expect(screen.getByText("Busy computer: 480p, 15 frames a second")).toBeTruthy();
    expect(screen.queryByText(/captions|written down/)).toBeNull();
    tell(paused, { captions: { asked: true } });
    expect(screen.queryByText(/Busy computer/)).toBeNull();
    expect(screen.getByText("Your words are being written down.")).toBeTruthy();
    tell(recording, { captions: { refused: "This plan has none." } });
    expect(screen.getByText("No captions: This plan has none.")).toBeTruthy();
  });

  it.each([
    [recording, "What is being recorded"],
    [paused, "What is being recorded"],
    [{ name: "countdown", instant: false, left: 3 }, "What will be recorded"],
  ] satisfies [State, string][])(
    "shows its picture, as a mirror does where it is a face: %o",
    async (state, label) => {
      const preview = Object.assign(new MediaStream(), { getVideoTracks: () => [] });
      tell(state, { preview, isMirrored: true });
      await openRecordPage();
      const video = screen.getByLabelText<HTMLVideoElement>(label);
      expect([video.srcObject, video.muted, video.autoplay]).toEqual([preview, true, true]);
      expect(video.classList).toContain("-scale-x-100");
      tell(state, { isMirrored: false });
      expect(video.classList).not.toContain("-scale-x-100");
    },
  );

  it("says what does not arrive before it says that it is silent, and neither while paused", async () => {
    tell(recording, { hasSound: false, flow: { ...startFlow(false), now: 9_000 } });
    await openRecordPage();
    expect(screen.getByText("No picture since 0:00")).toBeTruthy();
    expect(screen.queryByText("No sound is recorded")).toBeNull();
    tell(paused);
    expect(screen.queryByText("No picture since 0:00")).toBeNull();
    expect(screen.getByText("No sound is recorded")).toBeTruthy();
  });

  it("says that nothing was heard when nothing was for a while, and not while it is paused", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
    tell(recording, { hasSound: true });
    await openRecordPage();
    expect(screen.getByRole("img", { name: "Microphone level" })).toBeTruthy();
    act(() => void vi.advanceTimersByTime(4_000));
    expect(screen.queryByText("No sound so far")).toBeNull();
    act(() => void vi.advanceTimersByTime(400));
    expect(screen.getByText("No sound so far")).toBeTruthy();
    const listening = vi.getTimerCount();
    tell(paused);
    expect(vi.getTimerCount(), "it listens no longer").toBe(listening - 1);
  });
});

describe("the camera in the picture", () => {
  const preview = () =>
    Object.assign(new MediaStream(), {
      getVideoTracks: () => [{ getSettings: () => ({ width: 1600, height: 900 }) }],
    });
  const handle = () => screen.getByRole("button", { name: /^Camera\. Arrow keys/ });
  /** The camera's place, in hundredths of the picture. */
  const place = () => {
    const { left, top, height } = handle().style;
    return [left, top, height].map((length) => Math.round(Number.parseFloat(length)));
  };
  const openWithCamera = async () => {
    tell(recording, { preview: preview(), hasCamera: true, bubble: { x: 0.5, y: 0.5, size: 0.2 } });
    await openRecordPage();
    const stage = {
      width: 1000,
      height: 500,
      x: 0,
      y: 0,
      top: 0,
      left: 0,
      bottom: 500,
      right: 1000,
    };
    const { parentElement } = handle();
    if (parentElement) parentElement.getBoundingClientRect = () => ({ ...stage, toJSON() {} });
  };

  it("stands where it was placed before the start, and is not there where there is no camera", async () => {
    await openWithCamera();
    expect(place()).toEqual([50, 50, 20]);
    tell(recording, { hasCamera: false });
    expect(screen.queryByRole("button", { name: /^Camera\. Arrow keys/ })).toBeNull();
  });

  it.each([
    ["ArrowLeft", [48, 50, 20]],
    ["ArrowRight", [52, 50, 20]],
    ["ArrowUp", [50, 46, 20]],
    ["ArrowDown", [50, 54, 20]],
    ["+", [50, 50, 22]],
    ["-", [50, 50, 19]],
  ])("is moved and resized by %s, and the page does not scroll", async (key, expected) => {
    await openWithCamera();
    const isLeftToThePage = fireEvent.keyDown(handle(), { key });
    expect([place(), isLeftToThePage]).toEqual([expected, false]);
  });

  it("leaves every other key to the page", async () => {
    await openWithCamera();
    expect(fireEvent.keyDown(handle(), { key: "Tab" })).toBe(true);
    expect(place()).toEqual([50, 50, 20]);
  });

  it("follows the pointer for as long as that holds it, and grows with the wheel", async () => {
    await openWithCamera();
    const captured: number[] = [];
    handle().setPointerCapture = (pointer) => void captured.push(pointer);
    const to = (clientX: number, clientY: number) => ({ clientX, clientY, pointerId: 1 });
    fireEvent.pointerMove(handle(), to(100, 100));
    expect(place(), "nobody holds it yet").toEqual([50, 50, 20]);
    fireEvent.pointerDown(handle(), to(500, 250));
    expect(captured, "also where it leaves the camera").toEqual([1]);
    fireEvent.pointerMove(handle(), to(600, 250));
    fireEvent.pointerMove(handle(), to(600, 300));
    expect(place()).toEqual([60, 60, 20]);
    // The browser tells so after the button was let go, and also where a gesture or a menu took the pointer away.
    fireEvent.lostPointerCapture(handle(), { pointerId: 1 });
    fireEvent.pointerMove(handle(), to(100, 100));
    expect(place(), "it was let go").toEqual([60, 60, 20]);
    fireEvent.wheel(handle(), { deltaY: -10 });
    expect(place()).toEqual([60, 60, 21]);
    fireEvent.wheel(handle(), { deltaY: 10 });
    fireEvent.wheel(handle(), { deltaY: 10 });
    expect(place()).toEqual([60, 60, 19]);
  });

  it("grows and shrinks between two fingers, and follows the one that stays", async () => {
    await openWithCamera();
    handle().setPointerCapture = () => {};
    const down = (pointerId: number, clientX: number) =>
      fireEvent.pointerDown(handle(), { pointerId, clientX, clientY: 250 });
    const move = (pointerId: number, clientX: number) =>
      fireEvent.pointerMove(handle(), { pointerId, clientX, clientY: 250 });
    down(1, 480);
    down(2, 520);
    act(() => {
      // The browser tells of both before the page is drawn anew.
      move(1, 470);
      move(2, 530);
    });
    expect(place()).toEqual([50, 50, 30]);
    move(2, 520);
    expect(place()).toEqual([50, 50, 25]);
    fireEvent.lostPointerCapture(handle(), { pointerId: 1 });
    move(2, 620);
    expect(place()).toEqual([60, 50, 25]);
  });
});
