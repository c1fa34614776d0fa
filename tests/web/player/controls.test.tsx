// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { storedPreferences } from "#web/features/player/preferences.ts";
import type { Mark } from "#web/features/player/timeline.ts";
import { renderPlayer } from "./a-player.tsx";

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const slider = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const slide = (name: string, value: number) =>
  fireEvent.change(slider(name), { target: { value: String(value) } });
const frame = () => screen.getByLabelText("Player: How we ship");
const said = () => frame().querySelector("[role=status]")?.textContent;
const key = (name: string, target: Element = document.body) =>
  !fireEvent.keyDown(target, { key: name });

const marks: Mark[] = [
  { kind: "chapter", time: 0, title: "Hello" },
  { kind: "chapter", time: 30, title: "The middle" },
  { kind: "comment", id: "c", time: 45, says: { author: "Ada", text: "The button" } },
];

describe("the seek bar", () => {
  /** The bar is 600 pixels wide, for a minute: ten to the second. */
  function bar(more: Parameters<typeof renderPlayer>[0] = {}) {
    const player = renderPlayer({ marks, ...more });
    const place = slider("Seek").closest<HTMLElement>("[class*='group/seek']");
    if (!place) throw new Error("there is a bar");
    place.getBoundingClientRect = () => new DOMRect(100, 0, 600, 20);
    const point = (clientX: number) => fireEvent.pointerMove(place, { clientX });
    const leave = () => fireEvent.pointerLeave(place);
    const filled = () => place.style.getPropertyValue("--at");
    return { ...player, point, leave, filled };
  }
  const preview = () => screen.queryByTestId("seek-preview")?.textContent;

  it("says where a press would go, and what is seen and was said there", () => {
    const { point, leave } = bar();
    expect(preview()).toBeUndefined();
    point(100 + 120);
    expect(preview()).toBe("0:12Hello");
    point(100 + 400);
    expect(preview()).toBe("0:40The middle");
    point(100 + 447);
    expect(preview(), "near its dot").toBe("0:45The middleAda The button");
    point(0);
    expect(preview(), "before the bar").toBe("0:00Hello");
    point(900);
    expect(preview(), "behind it").toBe("1:00The middle");
    leave();
    expect(preview()).toBeUndefined();
  });

  it("shows the picture of that moment, where the video has any", () => {
    const shape = { tiles: 12, seconds_each: 5, tile_width: 160, tile_height: 90 };
    const { point } = bar({ sheet: { src: "/sheet", shape } });
    point(100 + 60);
    const { backgroundImage, backgroundPosition } = screen.getByTestId("seek-picture").style;
    expect([backgroundImage, backgroundPosition]).toEqual(['url("/sheet")', "-160px 0px"]);
  });

  it("says where the keys have come, as long as they are there", async () => {
    const { report } = bar();
    report({ currentTime: 40 });
    await userEvent.tab();
    expect(document.activeElement).toBe(slider("Seek"));
    expect(preview()).toBe("0:40The middle");
    await userEvent.tab();
    expect(preview()).toBeUndefined();
  });

  it("says nothing of a video of which no length is known", () => {
    const { point } = bar({ duration: null });
    point(300);
    expect(preview()).toBeUndefined();
    expect([slider("Seek").max, slider("Seek").value]).toEqual(["1", "0"]);
  });

  it("leads where it is pressed, and to the comment beside it", () => {
    const { video, report, filled } = bar();
    slide("Seek", 20.25);
    expect(video.currentTime).toBe(20.25);
    expect(preview(), "a finger has no hover").toBe("0:20Hello");
    expect(slider("Seek").getAttribute("aria-valuetext")).toBe("0:20 of 1:00");
    report({}, "seeked");
    expect(preview()).toBeUndefined();
    slide("Seek", 45.4);
    expect(video.currentTime).toBe(45);
    report({}, "seeked");
    slide("Seek", 46);
    expect(video.currentTime).toBe(46);
    report({}, "seeked");
    report({ currentTime: 15 });
    expect(filled()).toBe("25");
  });

  it("follows a video that plays from frame to frame, and rests with it", () => {
    const frames = new Map<number, () => void>();
    let last = 0;
    vi.stubGlobal("requestAnimationFrame", (draw: () => void) => {
      frames.set(++last, draw);
      return last;
    });
    vi.stubGlobal("cancelAnimationFrame", (which: number) => frames.delete(which));
    const { video, report, filled, unmount } = bar();
    report({ currentTime: 6 });
    expect([filled(), frames.size]).toEqual(["10", 0]);
    report({ paused: false, currentTime: 12 }, "playing");
    const draw = () => {
      const [[which, next] = []] = frames;
      if (which) frames.delete(which);
      next?.();
    };
    video.currentTime = 12.6;
    draw();
    expect(filled()).toBe("21");
    video.currentTime = 13.2;
    draw();
    expect([filled(), frames.size]).toEqual(["22", 1]);
    video.currentTime = 13.22; // less than a pixel farther
    draw();
    expect(filled()).toBe("22");
    report({ paused: true }, "pause");
    expect(frames.size).toBe(0);
    report({ paused: false }, "playing");
    expect(frames.size).toBe(1);
    unmount();
    expect(frames.size).toBe(0);
  });

  it("shows what is loaded", () => {
    const { video, report } = bar();
    const ranges = [
      [0, 15],
      [30, 60],
    ];
    const buffered = {
      length: 2,
      start: (at: number) => ranges[at]?.[0],
      end: (at: number) => ranges[at]?.[1],
    };
    Object.defineProperty(video, "buffered", { value: buffered });
    report({}, "progress");
    const parts = [...frame().querySelectorAll<HTMLElement>("[style*='right']")];
    expect(parts.map(({ style }) => [style.left, style.right])).toEqual([
      ["0%", "75%"],
      ["50%", "0%"],
    ]);
  });
});

describe("what is heard, and how fast", () => {
  it("is set by the slider of the volume, kept, and said", () => {
    const { video } = renderPlayer();
    slide("Volume", 0.3);
    expect([video.volume, video.muted, said()]).toEqual([0.3, false, "Volume 30%"]);
    expect(storedPreferences().volume).toBe(0.3);
    act(() => screen.getByLabelText("Mute").click());
    expect([video.muted, said()]).toEqual([true, "Muted"]);
  });

  it("is as it was for the last video", () => {
    const { unmount } = renderPlayer();
    slide("Volume", 0.3);
    key(">");
    unmount();
    const { video } = renderPlayer();
    expect([video.volume, video.playbackRate]).toEqual([0.3, 1.25]);
  });
});

describe("the keys of the player", () => {
  it("move, mute and stop the video from anywhere on the page", () => {
    const { video } = renderPlayer();
    for (const [name, time] of [
      ["l", 10],
      ["ArrowRight", 15],
      ["j", 5],
      ["ArrowLeft", 0],
      ["5", 30],
      ["9", 54],
      ["l", 60],
    ] as const) {
      expect(key(name)).toBe(true);
      expect(video.currentTime, name).toBe(time);
    }
    expect(key("End"), "it scrolls the page").toBe(false);
    key("k");
    expect(video.paused).toBe(false);
    key(" ");
    expect(video.paused).toBe(true);
    key("m");
    expect(video.muted).toBe(true);
  });

  it("jump and change the volume in the player alone", () => {
    const { video } = renderPlayer();
    const seek = slider("Seek");
    key("End", seek);
    expect(video.currentTime).toBe(60);
    key("Home", seek);
    expect(video.currentTime).toBe(0);
    key("ArrowDown", seek);
    expect(video.volume).toBe(0.95);
    expect(key("ArrowDown")).toBe(false);
    expect(video.volume).toBe(0.95);
  });

  it("leave the arrows to the slider of the volume", () => {
    const { video } = renderPlayer();
    const volume = slider("Volume");
    for (const name of ["ArrowRight", "ArrowDown", "Home"]) expect(key(name, volume)).toBe(false);
    expect([video.currentTime, video.volume]).toEqual([0, 1]);
    expect(volume.step).toBe("0.05");
    expect([key("m", volume), video.muted]).toEqual([true, true]);
  });

  it("reach the page's theatre and the captions, and list themselves", async () => {
    const toggled: true[] = [];
    const track = { id: "1", src: "/1", language: "en", label: "English" };
    renderPlayer({
      tracks: [track],
      theatre: { isOn: false, onToggle: () => toggled.push(true) },
    });
    key("t");
    expect(toggled).toHaveLength(1);
    key("c");
    expect(storedPreferences()).toMatchObject({ captioned: true, captions: "en" });
    key("c");
    expect(storedPreferences().captioned).toBe(false);
    key("?");
    const help = await screen.findByRole("dialog", { name: "Shortcuts" });
    expect(help.textContent).toContain("Play or pause");
    expect(key("k", help), "none of them works in it").toBe(false);
    await userEvent.click(screen.getByLabelText("Close"));
    await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
  });
});

describe("full screen", () => {
  it("is entered by its button, its key and two presses, and its button leaves it", async () => {
    const { video } = renderPlayer();
    let full: Element | null = null;
    const show = async (element: Element | null) => {
      full = element;
      act(() => void document.dispatchEvent(new Event("fullscreenchange")));
    };
    Object.defineProperty(document, "fullscreenElement", { get: () => full, configurable: true });
    document.exitFullscreen = () => show(null);
    const entered = () => full === frame();
    frame().requestFullscreen = () => show(frame());
    for (const enter of [
      () => fireEvent.click(screen.getByLabelText("Full screen")),
      () => key("f"),
      () => fireEvent.doubleClick(video),
    ]) {
      enter();
      expect(entered()).toBe(true);
      fireEvent.click(screen.getByLabelText("Leave full screen"));
      expect(entered()).toBe(false);
    }
    key("f");
    key("?");
    await within(frame()).findByRole("dialog", { name: "Shortcuts" }); // elsewhere nobody would see it
  });
});

describe("the bar while a video plays", () => {
  const isHidden = () => frame().classList.contains("cursor-none");

  it("goes with the pointer, comes with a mouse that moves, and stays for an open menu", async () => {
    const { report } = renderPlayer();
    report({ paused: false, currentTime: 3 }, "playing");
    fireEvent.pointerLeave(frame(), { pointerType: "mouse" });
    expect(isHidden()).toBe(true);
    fireEvent.pointerMove(frame(), { pointerType: "touch" });
    expect(isHidden(), "a finger that scrolls").toBe(true);
    fireEvent.pointerMove(frame(), { pointerType: "mouse" });
    expect(isHidden()).toBe(false);
    fireEvent.pointerLeave(frame(), { pointerType: "mouse" });
    key("m");
    expect(isHidden(), "after a key").toBe(false);
    const more = screen.getByLabelText("More");
    act(() => more.focus());
    await userEvent.keyboard("{Enter}");
    await screen.findByText("Normal");
    fireEvent.pointerLeave(frame(), { pointerType: "mouse" });
    expect(isHidden()).toBe(false);
    await userEvent.keyboard("{Escape}");
    await expect.poll(isHidden).toBe(true);
    await expect.poll(() => document.activeElement).toBe(more);
  });
});
