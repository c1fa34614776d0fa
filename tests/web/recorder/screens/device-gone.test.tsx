// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ada } from "#tests/web/lib/people.ts";
import { openCamera, openMicrophone } from "#web/features/recorder/capture/sources.ts";
import { signIn } from "#web/lib/session.ts";
import { lendDevices } from "./browser.ts";
import { forgetAll, openRecordPage } from "./on-screen.tsx";

class Overconstrained extends Error {}

const chosen = (constraints: MediaStreamConstraints) =>
  JSON.stringify(constraints).includes("exact");

/** Devices of which one that was chosen by its id is not there any more. */
function lendAllButTheChosen() {
  const browser = lendDevices();
  const { getUserMedia } = browser.mediaDevices;
  browser.mediaDevices.getUserMedia = async (constraints) => {
    if (!chosen(constraints)) return getUserMedia(constraints);
    browser.asked.push(constraints);
    throw new Overconstrained();
  };
  return browser;
}

beforeEach(() => void vi.stubGlobal("OverconstrainedError", Overconstrained));
afterEach(() => {
  cleanup();
  forgetAll();
  localStorage.clear();
  vi.unstubAllGlobals();
});

describe("a device that was chosen and is gone", () => {
  it.each([
    ["microphone", () => openMicrophone({ deviceId: "desk" })],
    ["camera", () => openCamera("desk")],
  ] as const)("gives its place to the %s that the browser chooses", async (name, open) => {
    const browser = lendAllButTheChosen();
    await open();
    expect(browser.asked.map(chosen)).toEqual([true, false]);
    expect(browser.open()).toEqual([name]);
  });

  it("gives its place to none where somebody says no", async () => {
    const browser = lendDevices();
    browser.state.refuse = ["microphone"];
    await expect(openMicrophone({ deviceId: "desk" })).rejects.toThrow("no");
    expect(browser.asked.map(chosen)).toEqual([true]);
  });

  it("leaves the choice at the one that is used in its place", async () => {
    const browser = lendDevices([
      ["audioinput", "a", "Desk"],
      ["audioinput", "b", "Lid"],
    ]);
    signIn({ token: "of-ada", user: ada });
    await openRecordPage();
    const choice = await screen.findByRole("combobox", { name: "Which microphone" });
    await userEvent.click(choice);
    await userEvent.click(await screen.findByRole("option", { name: "Lid" }));
    await waitFor(() => expect(choice.textContent).toBe("Lid"));
    browser.state.plugged[1] = ["audioinput", "c", "Headset"];
    act(() => void browser.mediaDevices.dispatchEvent(new Event("devicechange")));
    await waitFor(() => expect(choice.textContent).toBe("Default"));
  });
});
