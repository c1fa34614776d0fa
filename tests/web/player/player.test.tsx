// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createRef } from "react";
import { afterEach, beforeEach, describe, expect, it, test, vi } from "vitest";
import type { PlayerHandle } from "#web/features/player/player-props.ts";
import { keepPlace, storedPlaces } from "#web/features/player/use-place.ts";
import { buttons, RECORDING, renderPlayer } from "./a-player.tsx";

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const player = () => screen.getByRole("region", { name: "Player: How we ship" });

describe("the bar of the player", () => {
  it("names what its first button does next", () => {
    const { report } = renderPlayer();
    expect(buttons()[0]).toBe("Play");
    report({ paused: false, currentTime: 3 });
    expect(buttons()[0]).toBe("Pause");
    report({ paused: true, ended: true, currentTime: 60 });
    expect(buttons()[0]).toBe("Play again");
  });

  it("says where it is, and how long it is where that is known", () => {
    const known = renderPlayer();
    known.report({ currentTime: 12.9 });
    expect(player().textContent).toContain("0:12 / 1:00");
    const seek = screen.getByRole<HTMLInputElement>("slider", { name: "Seek" });
    expect(seek.getAttribute("aria-valuetext")).toBe("0:12 of 1:00");
    expect([seek.max, seek.valueAsNumber]).toEqual(["60", 12.9]);
    known.unmount();
    const unknown = renderPlayer({ duration: null });
    unknown.report({ currentTime: 12, duration: Number.POSITIVE_INFINITY });
    expect(player().textContent).toContain("0:12");
    expect(player().textContent).not.toContain("/");
  });

  it("says how loud it is: nothing is heard of a muted video, nor of one at zero", () => {
    const { report } = renderPlayer();
    const heard = () => {
      const slider = screen.getByRole<HTMLInputElement>("slider", { name: "Volume" });
      return [buttons()[1], slider.valueAsNumber, slider.getAttribute("aria-valuetext")];
    };
    report({ volume: 0.5, muted: false });
    expect(heard()).toEqual(["Mute", 0.5, "50%"]);
    report({ volume: 0.5, muted: true });
    expect(heard()).toEqual(["Unmute", 0, "0%"]);
    report({ volume: 0, muted: false });
    expect(heard()).toEqual(["Unmute", 0, "0%"]);
  });

  const more = () => userEvent.click(screen.getByRole("button", { name: "More" }));
  const items = () => screen.queryAllByRole("menuitem").map(({ textContent }) => textContent);

  it("has what the page offers, and nothing else: what is rarely used is behind More", async () => {
    const { change } = renderPlayer();
    expect(buttons()).toEqual(["Play", "Mute", "More", "Full screen"]);
    await more();
    expect(items()).toEqual([]);
    change({ theatre: { isOn: false, onToggle() {} } });
    expect(items()).toEqual(["Theatre"]);
    change({ theatre: { isOn: true, onToggle() {} }, linkAt: () => "/link" });
    expect(items()).toEqual(["Copy link at this time", "Leave theatre"]);
    change({ tracks: [{ id: "1", src: "/1", language: "en", label: "English" }] });
    expect(buttons()).toContain("Captions");
  });

  const copyMoment = async () => {
    await more();
    await userEvent.click(screen.getByRole("menuitem", { name: "Copy link at this time" }));
  };
  const said = () => screen.getByRole("status").textContent;

  it("copies a link to the second that is shown, and says so", async () => {
    const asked: number[] = [];
    const linkAt = (seconds: number) => `/s/1?t=${asked.push(seconds)}`;
    const { report } = renderPlayer({ linkAt });
    report({ currentTime: 12.9 });
    await copyMoment();
    expect(asked).toEqual([12]);
    await expect.poll(said).toBe("Link copied");
    expect(await navigator.clipboard.readText()).toBe("/s/1?t=1");
  });

  it("says nothing of a copy where there was no link to be had", async () => {
    const { promise, reject } = Promise.withResolvers<string>();
    renderPlayer({ linkAt: () => promise });
    await copyMoment();
    reject(new Error("no link"));
    await expect.poll(() => screen.queryByRole("menu")).toBeNull();
    expect(said()).toBe("");
  });

  it("says where the browser copies nothing", async () => {
    renderPlayer({ linkAt: () => "/s/1" });
    vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("No"));
    vi.spyOn(navigator.clipboard, "write").mockRejectedValue(new Error("No"));
    await copyMoment();
    await expect.poll(said).toBe("The browser refused to copy");
    vi.restoreAllMocks();
  });

  it("offers ten speeds, the present one checked, and says which was chosen", async () => {
    const { video, report } = renderPlayer();
    report({ playbackRate: 1.5 });
    expect(player().textContent).toContain("1.5×");
    await more();
    const choices = screen.getAllByRole("menuitemradio");
    expect(choices.map(({ textContent }) => textContent)).toContain("Normal");
    expect(choices).toHaveLength(10);
    expect(screen.getByRole("menuitemradio", { checked: true }).textContent).toBe("1.5×");
    await userEvent.click(screen.getByRole("menuitemradio", { name: "2×" }));
    expect(video.playbackRate).toBe(2);
    expect(said()).toBe("2×");
  });

  it("names the speed that was chosen, not the one that brings a viewer to the newest", () => {
    const { video, report } = renderPlayer();
    video.dataset.chosenRate = "1.5";
    report({ playbackRate: 1.65 });
    expect(player().textContent).toContain("· 1.5×");
  });

  it("says a change anew each time, also where it says the same", () => {
    renderPlayer();
    const said = [1, 2, 3].map(() => {
      fireEvent.keyDown(document.body, { key: "l" });
      return screen.getByRole("status").firstElementChild;
    });
    expect(said.map((one) => one?.textContent)).toEqual(Array(3).fill("+10 s"));
    expect(new Set(said)).toHaveProperty("size", 3);
  });

  it("offers captions in their languages or none, and keeps what was chosen", async () => {
    const tracks = [
      { id: "1", src: "/1", language: "en", label: "English" },
      { id: "2", src: "/2", language: "de", label: "Deutsch" },
    ];
    renderPlayer({ tracks });
    const open = () => userEvent.click(screen.getByRole("button", { name: "Captions" }));
    const chosen = () => screen.getByRole("menuitemradio", { checked: true }).textContent;
    await open();
    expect(chosen()).toBe("Off");
    await userEvent.click(screen.getByRole("menuitemradio", { name: "Deutsch" }));
    cleanup();
    renderPlayer({ tracks });
    await open();
    expect(chosen(), "for the next video").toBe("Deutsch");
  });
});

describe("the picture", () => {
  const release = (video: Element, pointerType: string, button = 0) => {
    fireEvent.pointerDown(video, { pointerType, button });
    fireEvent.pointerUp(video, { pointerType, button });
    // A finger that is lifted is nowhere.
    if (pointerType === "touch") fireEvent.pointerLeave(video, { pointerType });
  };

  it("plays and pauses under the first button of a mouse alone, and where it was pressed here", () => {
    const { video } = renderPlayer();
    fireEvent.pointerUp(video, { pointerType: "mouse", button: 0 });
    expect(video.paused, "a selection of text that ends here").toBe(true);
    release(video, "mouse", 2);
    expect(video.paused).toBe(true);
    release(video, "mouse");
    expect(video.paused).toBe(false);
    release(video, "mouse");
    expect(video.paused).toBe(true);
  });

  it("plays at a finger's first touch", () => {
    const { video } = renderPlayer();
    release(video, "touch");
    expect(video.paused).toBe(false);
  });

  it("shows its controls to a finger before it obeys it, once it has played", () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { video, report } = renderPlayer();
    report({ paused: false, currentTime: 3 });
    act(() => void vi.advanceTimersByTime(2_500));
    release(video, "touch");
    expect(video.paused).toBe(false);
    release(video, "touch");
    expect(video.paused).toBe(true);
  });

  it("has the browser's own menu unless nothing may offer the file", () => {
    const { video, change } = renderPlayer();
    expect(fireEvent.contextMenu(video)).toBe(true);
    expect(video.getAttribute("controlslist")).toBeNull();
    change({ noDownload: true });
    expect(fireEvent.contextMenu(video)).toBe(false);
    expect(video.getAttribute("controlslist")).toBe("nodownload");
  });

  it("says when it has ended, and plays by itself only where another film ended before it", () => {
    const onEnded = vi.fn();
    const { video, report, change } = renderPlayer({ onEnded });
    expect(video.autoplay).toBe(false);
    report({ currentTime: 60 }, "pause");
    expect(onEnded).not.toHaveBeenCalled();
    report({ ended: true }, "ended");
    expect(onEnded).toHaveBeenCalledOnce();
    change({ goesOn: true });
    expect(video.autoplay).toBe(true);
  });

  it("has another in its place until the first of its own is there", () => {
    const { report } = renderPlayer({ picture: "/picture" });
    const shown = () => player().querySelector("img")?.getAttribute("src");
    expect(shown()).toBe("/picture");
    report({}, "loadeddata");
    expect(shown()).toBeUndefined();
  });

  it("reads no more than it must of a video whose length is known", () => {
    const { video, change } = renderPlayer();
    expect(video.preload).toBe("metadata");
    change({ duration: null });
    expect(video.preload).toBe("auto");
  });
});

test("the page hears each moment, and may send the player to another", () => {
  const heard: number[] = [];
  const ref = createRef<PlayerHandle>();
  const { video, report } = renderPlayer({ ref, onTime: (seconds) => heard.push(seconds) });
  report({ currentTime: 12.5 });
  expect(heard.at(-1)).toBe(12.5);
  expect(ref.current?.currentTime()).toBe(12.5);
  act(() => ref.current?.seek(40));
  expect(video.currentTime).toBe(40);
  report({ readyState: 0, currentTime: 0 });
  act(() => ref.current?.seek(20));
  expect(video.currentTime, "before anything is loaded").toBe(0);
  report({ readyState: 1 }, "loadedmetadata");
  expect(video.currentTime).toBe(20);
  act(() => ref.current?.toggle());
  expect(video.paused).toBe(false);
});

test("a link to another moment of the same video leads there, and the same one nowhere again", () => {
  const { video, report, change } = renderPlayer({ startAt: 5 });
  report({ currentTime: 30 });
  change({ startAt: 5 });
  expect(video.currentTime).toBe(30);
  change({ startAt: 0 });
  expect(video.currentTime).toBe(0);
  report({ currentTime: 8 });
  change({ startAt: undefined });
  expect(video.currentTime).toBe(8);
});

describe("where somebody stopped", () => {
  beforeEach(() => keepPlace(RECORDING, { time: 30, duration: 60 }));

  it("is where it goes on, and one may start over", async () => {
    const { video, report } = renderPlayer();
    report({}, "loadedmetadata");
    expect(video.currentTime).toBe(30);
    expect(player().textContent).toContain("Resumed at 0:30");
    await userEvent.click(screen.getByRole("button", { name: "Start over" }));
    expect(video.currentTime).toBe(0);
    expect(player().textContent).not.toContain("Resumed");
  });

  it("is kept of a recording that is whole, and none of one that still runs", () => {
    localStorage.clear();
    const whole = renderPlayer();
    whole.report({ paused: false, currentTime: 12 });
    expect(storedPlaces()[RECORDING]?.time).toBe(12);
    whole.unmount();
    const live = renderPlayer({ isLive: true });
    expect(player().textContent).not.toContain("Resumed");
    live.report({ paused: false, currentTime: 20 });
    expect(storedPlaces()[RECORDING]?.time).toBe(12);
  });

  it("is said for eight seconds", () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    renderPlayer();
    act(() => void vi.advanceTimersByTime(7_999));
    expect(player().textContent).toContain("Resumed");
    act(() => void vi.advanceTimersByTime(1));
    expect(player().textContent).not.toContain("Resumed");
  });

  it("is not said to who came by a link to a moment", () => {
    const { video, report } = renderPlayer({ startAt: 5 });
    report({}, "loadedmetadata");
    expect(video.currentTime).toBe(5);
    expect(player().textContent).not.toContain("Resumed");
  });
});
