// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { defaultPreferences, type Preferences } from "#contract/account.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { isOff } from "#tests/web/lib/off.ts";
import { ada } from "#tests/web/lib/people.ts";
import { RecordInSidebar } from "#web/features/recorder/screens/record-in-sidebar.tsx";
import { view } from "#web/features/recorder/view.ts";
import { signIn } from "#web/lib/session.ts";
import { lendDevices } from "./browser.ts";
import { forgetAll, openRecordPage, type PageProps, recordPage, tell } from "./on-screen.tsx";

let asked: number;
let browser: ReturnType<typeof lendDevices>;
beforeEach(() => {
  localStorage.clear();
  signIn({ token: "of-ada", user: ada });
  browser = lendDevices();
  // Answers come so fast that the network is no matter.
  asked = 0;
  vi.stubGlobal("fetch", async () => {
    asked++;
    return Response.json({ success: true });
  });
});
afterEach(() => {
  cleanup();
  forgetAll();
  vi.unstubAllGlobals();
});

const preferring = (fields: Partial<Preferences>): PageProps => ({
  preferences: { ...defaultPreferences, ...fields },
});
const sent = { auto_save_to_cloud: true };
const startButton = () =>
  screen.getByRole<HTMLButtonElement>("button", { name: "Start recording" });
const instantLink = () => screen.getByRole("switch", { name: /^Instant link/ });
const isOn = (control: Element) => control.getAttribute("aria-checked") === "true";
/** The choice of every list and switch, by its name. */
const choices = () => {
  const chosen = (name: string) => screen.getByRole("combobox", { name }).textContent;
  const switched = (name: string) => isOn(screen.getByRole("switch", { name }));
  return {
    source: chosen("Source"),
    quality: chosen("Quality"),
    on: ["Microphone", "Camera", "System audio"].filter(switched),
  };
};
const choose = async (list: string, option: string) => {
  await userEvent.click(screen.getByRole("combobox", { name: list }));
  await userEvent.click(await screen.findByRole("option", { name: option }));
};
const turn = (name: string) => userEvent.click(screen.getByRole("switch", { name }));

describe("what is recorded, before anybody has chosen", () => {
  it("is the whole screen with sound and without a camera, as good as is preferred", async () => {
    await openRecordPage();
    expect(choices()).toEqual({
      source: "Screen",
      quality: "High, 1080p at 30 frames",
      on: ["Microphone", "System audio"],
    });
  });

  it("has no sound of either kind for whoever wants none", async () => {
    await openRecordPage(preferring({ include_audio: false, recording_quality: "ultra" }));
    expect(choices()).toEqual({ source: "Screen", quality: "Ultra, 4K at 60 frames", on: [] });
  });
});

describe("the choices", () => {
  it("are kept while this visit lasts, also when the page was left", async () => {
    const { unmount } = await openRecordPage();
    await choose("Source", "Tab");
    await turn("System audio");
    await turn("Camera");
    unmount();
    await openRecordPage();
    expect(choices()).toMatchObject({ source: "Tab", on: ["Microphone", "Camera"] });
    await choose("Source", "Screen");
    await turn("System audio");
    await turn("Camera");
  });

  it("of quality and of the link are the account's", async () => {
    const changes: object[] = [];
    await openRecordPage({ onPreferences: (change) => void changes.push(change) });
    await choose("Quality", "Low, 480p at 24 frames");
    await userEvent.click(instantLink());
    expect(changes).toEqual([{ recording_quality: "low" }, { auto_save_to_cloud: true }]);
  });
});

describe("pressing record", () => {
  it("asks the browser once, says so, and can be pressed no more meanwhile", async () => {
    await openRecordPage();
    expect(screen.getByText("Your browser asks what to share.")).toBeTruthy();
    await userEvent.click(startButton());
    expect(browser.state.shares).toBe(1);
    expect(screen.getByText("Choose in your browser what to share.")).toBeTruthy();
    expect(isOff(startButton())).toBe(true);
    await userEvent.keyboard("r");
    expect(browser.state.shares).toBe(1);
  });

  it("is the letter R as well, and the sidebar's button while it can be pressed", async () => {
    const page = (
      <>
        <RecordInSidebar>no way to start here</RecordInSidebar>
        {recordPage()}
      </>
    );
    const { unmount } = await renderInApp(page);
    const [sidebar] = screen.getAllByRole("button", { name: "Start recording" });
    if (sidebar) await userEvent.click(sidebar);
    expect(view().state).toEqual({ name: "choosing", instant: false });
    expect(screen.getByText("no way to start here")).toBeTruthy();
    unmount();
    forgetAll();
    await openRecordPage();
    await userEvent.keyboard("r");
    expect(view().state.name).toBe("choosing");
  });

  it("is impossible where the browser cannot record, of which the page tells", async () => {
    vi.stubGlobal("MediaRecorder", Object.assign(class {}, { isTypeSupported: () => false }));
    await openRecordPage();
    expect(isOff(startButton())).toBe(true);
    expect(screen.getByRole("alert").textContent).toMatch(/^This browser cannot record the screen/);
  });
});

describe("whether bytes leave this computer while it records", () => {
  it.each<[string, PageProps, boolean, "can be changed" | "is fixed"]>([
    ["yes, where that is preferred", preferring(sent), true, "can be changed"],
    ["no, where that is not", preferring({}), false, "can be changed"],
    ["no, without a place to go", { ...preferring(sent), canSave: false }, false, "is fixed"],
    [
      "no, where all stays here",
      preferring({ ...sent, preferred_storage: "local" }),
      false,
      "is fixed",
    ],
    [
      "yes, to a drive",
      preferring({ ...sent, preferred_storage: "google_drive" }),
      true,
      "can be changed",
    ],
  ])("%s", async (_, props, expected, how) => {
    await openRecordPage(props);
    expect(isOn(instantLink())).toBe(expected);
    expect(instantLink().getAttribute("aria-disabled") === "true").toBe(how === "is fixed");
    const hint = expected ? /^Sent while you record/ : "Stays here until you save";
    expect(screen.getByText(hint)).toBeTruthy();
    expect(asked > 0, "how fast the network is, is looked at where it matters").toBe(expected);
    await userEvent.click(startButton());
    expect(view().state).toEqual({ name: "choosing", instant: expected });
  });
});

describe("captions of what will be said", () => {
  const captions = {
    language: "en",
    control: (isSent: boolean) => <p>Captions, {isSent ? "sent" : "not sent"}</p>,
  } as const;

  it("are offered where somebody can be heard, and know whether it is sent", async () => {
    const { unmount } = await openRecordPage({ ...preferring(sent), captions });
    expect(screen.getByText("Captions, sent")).toBeTruthy();
    unmount();
    await openRecordPage({ ...preferring({}), captions });
    expect(screen.getByText("Captions, not sent")).toBeTruthy();
    await userEvent.click(screen.getByRole("switch", { name: "System audio" }));
    expect(screen.getByText("Captions, not sent"), "the microphone is on").toBeTruthy();
    await turn("Microphone");
    expect(screen.queryByText(/^Captions/)).toBeNull();
    await userEvent.click(screen.getByRole("switch", { name: "System audio" }));
    expect(screen.getByText("Captions, not sent"), "the screen has sound").toBeTruthy();
    await turn("Microphone");
  });
});

describe("what is said before the first second", () => {
  const advice = () =>
    screen.queryAllByRole("status").map(({ textContent }) => textContent?.split(/[.,]/)[0]);

  it("is that the plan is full, where there is a plan to be full", async () => {
    const { unmount } = await openRecordPage({ roomOnPlan: 0 });
    await waitFor(() => expect(advice()).toEqual(["Your plan has no room left"]));
    unmount();
    await openRecordPage({ roomOnPlan: 0, canSave: false });
    expect(advice()).toEqual([]);
  });

  it("is that the network is gone, where something would be sent, until it is back", async () => {
    const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    const { unmount } = await openRecordPage(preferring(sent));
    expect(advice()).toEqual(["You are offline"]);
    online.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event("online")));
    expect(advice()).toEqual([]);
    unmount();
    online.mockReturnValue(false);
    await openRecordPage();
    expect(advice()).toEqual([]);
    online.mockRestore();
  });

  it.each([
    [
      { quota: 10_000_000, usage: 9_000_000 },
      ["There is room for less than a minute on this computer"],
    ],
    [{ quota: 100_000_000_000, usage: 0 }, []],
  ])("is how much room this computer has: %o", async (estimate, said) => {
    const value = { estimate: async () => estimate };
    Object.defineProperty(navigator, "storage", { configurable: true, value });
    await openRecordPage();
    await waitFor(() => expect(advice()).toEqual(said));
    Reflect.deleteProperty(navigator, "storage");
  });

  it("is nothing any more once the recording is on", async () => {
    await openRecordPage({ roomOnPlan: 0 });
    tell({ name: "recording", instant: false, clock: { spent: 0, since: 0 } });
    expect(screen.queryByText(/^Your plan/)).toBeNull();
  });
});
