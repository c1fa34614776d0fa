// @vitest-environment happy-dom
import { act, cleanup, renderHook, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ada } from "#tests/web/lib/people.ts";
import { until } from "#tests/web/lib/until.ts";
import { useMicrophoneCheck } from "#web/features/recorder/screens/set-up/preflight.ts";
import {
  listDevices,
  watchDevices,
} from "#web/features/recorder/screens/set-up/source-controls.tsx";
import { signIn } from "#web/lib/session.ts";
import { lendDevices } from "./browser.ts";
import { forgetAll, openRecordPage, tell } from "./on-screen.tsx";

let browser: ReturnType<typeof lendDevices>;
beforeEach(() => {
  signIn({ token: "of-ada", user: ada });
  browser = lendDevices();
});
afterEach(() => {
  cleanup();
  forgetAll();
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const turn = (what: "Microphone" | "Camera") =>
  userEvent.click(screen.getByRole("switch", { name: what }));

describe("devices", () => {
  it("are called by their names, or by their number where the browser tells none", async () => {
    browser.state.plugged = [
      ["audioinput", "default", "Default"],
      ["audioinput", "a", ""],
      ["videoinput", "v", ""],
      ["audiooutput", "o", "Loudspeaker"],
      ["audioinput", "b", "Desk"],
    ];
    expect(await listDevices()).toEqual({
      microphones: [
        { deviceId: "a", label: "Microphone 1" },
        { deviceId: "b", label: "Desk" },
      ],
      cameras: [{ deviceId: "v", label: "Camera 1" }],
    });
  });

  it("are watched until nobody looks any more", () => {
    let changes = 0;
    const stop = watchDevices(() => void changes++);
    browser.mediaDevices.dispatchEvent(new Event("devicechange"));
    stop();
    browser.mediaDevices.dispatchEvent(new Event("devicechange"));
    expect(changes).toBe(1);
  });

  it("are chosen where there are several, and named where there is one", async () => {
    browser.state.plugged = [["audioinput", "a", "Desk"]];
    await openRecordPage();
    expect(await screen.findByText("Desk")).toBeTruthy();
    expect(screen.queryByRole("combobox", { name: "Which microphone" })).toBeNull();
    browser.state.plugged.push(["audioinput", "b", "Lid"]);
    act(() => void browser.mediaDevices.dispatchEvent(new Event("devicechange")));
    const choice = await screen.findByRole("combobox", { name: "Which microphone" });
    expect(choice.textContent).toBe("Default");
    expect(browser.asked, "nobody has agreed to that").toEqual([]);

    await userEvent.click(choice);
    await userEvent.click(await screen.findByRole("option", { name: "Lid" }));
    const asked = { deviceId: { exact: "b" }, echoCancellation: true, noiseSuppression: true };
    await waitFor(() => expect(browser.asked).toEqual([{ audio: asked }]));
    expect(browser.open()).toEqual(["microphone"]);
    await userEvent.click(screen.getByRole("combobox", { name: "Which microphone" }));
    await userEvent.click(await screen.findByRole("option", { name: "Default" }));
    await waitFor(() => expect(browser.open()).toEqual([]));
  });
});

describe("a microphone before the recording", () => {
  it("is called by its name as soon as the browser tells that", async () => {
    browser = lendDevices([["audioinput", "a", ""]], ["microphone"]);
    const { getUserMedia } = browser.mediaDevices;
    const agree = Promise.withResolvers<void>();
    browser.mediaDevices.getUserMedia = async (constraints) => {
      await agree.promise;
      browser.state.plugged = [["audioinput", "a", "Desk"]];
      return getUserMedia(constraints);
    };
    await openRecordPage();
    expect(await screen.findByText("Microphone 1")).toBeTruthy();
    agree.resolve();
    expect(await screen.findByText("Desk")).toBeTruthy();
  });

  it.each([
    ["is not opened where that would ask somebody", true, [], "unknown", 0],
    ["is opened where somebody has agreed to that", true, ["microphone"], "unknown", 1],
    ["is not opened where it is off", false, ["microphone"], "off", 0],
  ] as const)("%s", async (_, on, granted, heard, opened) => {
    browser = lendDevices([], [...granted]);
    const { result, unmount } = renderHook(() => useMicrophoneCheck(on, null));
    await waitFor(() => expect(browser.open()).toHaveLength(opened));
    await waitFor(() => expect(result.current.level !== null).toBe(opened > 0));
    expect(result.current.heard).toBe(heard);
    unmount();
    await waitFor(() => expect(browser.open()).toEqual([]));
  });

  it("that is not there is said to be missing", async () => {
    browser = lendDevices([], ["microphone"]);
    browser.state.refuse = ["microphone"];
    const { result } = renderHook(() => useMicrophoneCheck(true, null));
    await waitFor(() => expect(result.current).toEqual({ heard: "missing", level: null }));
  });

  it("is given back while the browser asks what to share, and with the page", async () => {
    browser = lendDevices([], ["microphone"]);
    const { unmount } = await openRecordPage();
    await waitFor(() => expect(browser.open()).toEqual(["microphone"]));
    expect(await screen.findByRole("img", { name: "Microphone level" })).toBeTruthy();
    tell({ name: "choosing", instant: false });
    await waitFor(() => expect(browser.open()).toEqual([]));
    tell({ name: "idle" });
    await waitFor(() => expect(browser.open()).toEqual(["microphone"]));
    unmount();
    await waitFor(() => expect(browser.open()).toEqual([]));
  });

  it("that is silent is spoken of after four seconds", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
    browser = lendDevices([], ["microphone"]);
    await openRecordPage();
    await screen.findByRole("img", { name: "Microphone level" });
    await until(() => vi.getTimerCount() > 0); // it is listened to
    const silent = () => screen.queryByText(/^The microphone is silent/);
    act(() => void vi.advanceTimersByTime(4_000));
    expect(silent()).toBeNull();
    act(() => void vi.advanceTimersByTime(200));
    expect(silent()).toBeTruthy();
    await turn("Microphone");
    expect(silent()).toBeNull();
    await turn("Microphone");
  });
});

describe("a camera over the screen", () => {
  const picture = () => screen.queryByLabelText("Your camera");

  it("is shown for as long as it is wanted, and given back at once", async () => {
    const { unmount } = await openRecordPage();
    expect(browser.open()).toEqual([]);
    await turn("Camera");
    await waitFor(() => expect(picture()).toBeTruthy());
    expect(browser.asked).toEqual([{ video: { width: { ideal: 640 }, height: { ideal: 480 } } }]);
    expect(picture()?.className, "as it will be recorded").not.toContain("-scale-x-100");
    tell({ name: "choosing", instant: false });
    expect(browser.open(), "the recording opens it itself").toEqual([]);
    tell({ name: "idle" });
    await waitFor(() => expect(browser.open()).toEqual(["camera"]));
    await turn("Camera");
    expect([picture(), browser.open()]).toEqual([null, []]);
    await turn("Camera");
    await waitFor(() => expect(picture()).toBeTruthy());
    unmount();
    expect(browser.open()).toEqual([]);
    await openRecordPage();
    await turn("Camera");
  });

  it("is off again where there is none", async () => {
    browser.state.refuse = ["camera"];
    await openRecordPage();
    await turn("Camera");
    await waitFor(() =>
      expect(screen.queryByRole("button", { name: /^Camera\. Arrow keys/ })).toBeNull(),
    );
  });

  it("is changed for another one, and the first is given back", async () => {
    browser.state.plugged = [
      ["videoinput", "lid", "Lid camera"],
      ["videoinput", "desk", "Desk camera"],
    ];
    await openRecordPage();
    await turn("Camera");
    await userEvent.click(await screen.findByRole("combobox", { name: "Which camera" }));
    await userEvent.click(await screen.findByRole("option", { name: "Desk camera" }));
    await waitFor(() =>
      expect(browser.asked.at(-1)?.video).toMatchObject({ deviceId: { exact: "desk" } }),
    );
    await waitFor(() => expect(browser.open()).toEqual(["camera"]));
    await userEvent.click(screen.getByRole("combobox", { name: "Which camera" }));
    await userEvent.click(await screen.findByRole("option", { name: "Default" }));
    await waitFor(() => expect(browser.asked.at(-1)?.video).not.toHaveProperty("deviceId"));
    await turn("Camera");
  });
});

describe("a camera that is the picture", () => {
  const shareNothing = () => Object.assign(browser.mediaDevices, { getDisplayMedia: undefined });

  it("is opened when somebody wants to see it, as large as the recording will be", async () => {
    shareNothing();
    await openRecordPage();
    expect(screen.getByText(/^This browser cannot record the screen\. Record your/)).toBeTruthy();
    expect(screen.getByText("Records what your camera sees.")).toBeTruthy();
    expect(screen.queryByRole("combobox", { name: "Source" })).toBeNull();
    await act(async () => {}); // what would follow
    expect(browser.asked).toEqual([]);
    await userEvent.click(screen.getByRole("button", { name: "Show my camera" }));
    await waitFor(() => expect(screen.getByLabelText("Your camera")).toBeTruthy());
    expect(browser.asked[0]?.video).toMatchObject({ width: { ideal: 1920 } });
    expect(screen.queryByRole("button", { name: "Show my camera" })).toBeNull();
    tell({ name: "choosing", instant: false });
    expect(browser.open()).toEqual([]);
    expect(screen.getByText("Allow your browser to use the camera.")).toBeTruthy();
  });

  it("is opened at once where somebody has agreed to that, and shown as it is where it looks away", async () => {
    browser = lendDevices([], ["camera"]);
    browser.state.settings = { facingMode: "environment" };
    shareNothing();
    await openRecordPage();
    await waitFor(() => expect(screen.getByLabelText("Your camera")).toBeTruthy());
    expect(screen.getByLabelText("Your camera").className).not.toContain("-scale-x-100");
  });
});
