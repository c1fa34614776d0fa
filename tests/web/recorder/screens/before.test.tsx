// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { defaultPreferences, type Preferences } from "#contract/account.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
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
const chosen = (group: string) =>
  [...screen.getByRole("radiogroup", { name: group }).querySelectorAll("[role=radio]")].map(
    (radio) => (isOn(radio) ? `${radio.textContent}!` : radio.textContent),
  );

describe("what is recorded, before anybody has chosen", () => {
  it("is the whole screen with sound and without a camera, as good as is preferred", async () => {
    await openRecordPage();
    expect(chosen("Source")).toEqual(["Screen!", "Window", "Tab"]);
    expect(chosen("Microphone")).toEqual(["On!", "Off"]);
    expect(chosen("Camera")).toEqual(["On", "Off!"]);
    expect(isOn(screen.getByRole("switch", { name: "System audio" }))).toBe(true);
    expect(screen.getByRole("combobox", { name: "Quality" }).textContent).toBe(
      "High, 1080p at 30 frames",
    );
  });

  it("has no sound of either kind for whoever wants none", async () => {
    await openRecordPage(preferring({ include_audio: false, recording_quality: "ultra" }));
    expect(chosen("Microphone")).toEqual(["On", "Off!"]);
    expect(isOn(screen.getByRole("switch", { name: "System audio" }))).toBe(false);
    expect(screen.getByRole("combobox", { name: "Quality" }).textContent).toBe(
      "Ultra, 4K at 60 frames",
    );
  });
});

describe("the choices", () => {
  it("are kept while this visit lasts, also when the page was left", async () => {
    const { unmount } = await openRecordPage();
    await userEvent.click(screen.getByRole("radio", { name: "Tab" }));
    await userEvent.click(screen.getByRole("switch", { name: "System audio" }));
    unmount();
    await openRecordPage();
    expect(chosen("Source")).toEqual(["Screen", "Window", "Tab!"]);
    expect(isOn(screen.getByRole("switch", { name: "System audio" }))).toBe(false);
    await userEvent.click(screen.getByRole("radio", { name: "Screen" }));
    await userEvent.click(screen.getByRole("switch", { name: "System audio" }));
  });
});

describe("pressing record", () => {
  it("asks the browser once, says so, and can be pressed no more meanwhile", async () => {
    await openRecordPage();
    expect(screen.getByText("Your browser asks what to share.")).toBeTruthy();
    await userEvent.click(startButton());
    expect(browser.state.shares).toBe(1);
    expect(screen.getByText("Choose in your browser what to share.")).toBeTruthy();
    expect(startButton().disabled).toBe(true);
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
    expect(startButton().disabled).toBe(true);
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
    const hint = expected ? /Sends while you record\./ : /Nothing leaves this computer/;
    expect(screen.getByText(hint)).toBeTruthy();
    expect(asked > 0, "how fast the network is, is looked at where it matters").toBe(expected);
    await userEvent.click(startButton());
    expect(view().state).toEqual({ name: "choosing", instant: expected });
  });

  it("is explained until somebody has read that or has chosen, and never again", async () => {
    const explained = () => screen.queryByText(/^With Instant link on/);
    const switched: boolean[] = [];
    const onInstantLink = (on: boolean) => void switched.push(on);
    const { unmount } = await openRecordPage({ onInstantLink });
    expect(explained()).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Dismiss" }));
    expect(explained()).toBeNull();
    expect(switched, "that it was read changes nothing").toEqual([]);
    unmount();
    const again = await openRecordPage({ onInstantLink });
    expect(explained()).toBeNull();
    again.unmount();
    localStorage.clear();
    await openRecordPage({ onInstantLink });
    expect(explained()).toBeTruthy();
    await userEvent.click(instantLink());
    expect([explained(), switched]).toEqual([null, [true]]);
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
    const off = screen.getAllByRole("radio", { name: "Off" });
    if (off[0]) await userEvent.click(off[0]);
    expect(screen.queryByText(/^Captions/)).toBeNull();
    await userEvent.click(screen.getByRole("switch", { name: "System audio" }));
    expect(screen.getByText("Captions, not sent"), "the screen has sound").toBeTruthy();
    const on = screen.getAllByRole("radio", { name: "On" });
    if (on[0]) await userEvent.click(on[0]);
  });
});

describe("what is said before the first second", () => {
  const advice = () =>
    screen.queryAllByRole("status").map(({ textContent }) => textContent?.split(/[.,]/)[0]);

  it("is that the plan is full, where there is a plan to be full", async () => {
    localStorage.setItem("kinora.instant-link-explained", "yes");
    const { unmount } = await openRecordPage({ roomOnPlan: 0 });
    await waitFor(() => expect(advice()).toEqual(["Your plan has no room left"]));
    unmount();
    await openRecordPage({ roomOnPlan: 0, canSave: false });
    expect(advice()).toEqual([]);
  });

  it("is that the network is gone, where something would be sent, until it is back", async () => {
    localStorage.setItem("kinora.instant-link-explained", "yes");
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
    localStorage.setItem("kinora.instant-link-explained", "yes");
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
