// @vitest-environment happy-dom
import { useLocation } from "@tanstack/react-router";
import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { isOff } from "#tests/web/lib/off.ts";
import { startFlow } from "#web/features/recorder/flow.ts";
import { RecordInSidebar } from "#web/features/recorder/screens/record-in-sidebar.tsx";
import { RecorderEverywhere } from "#web/features/recorder/screens/recorder-everywhere.tsx";
import type { State } from "#web/features/recorder/steps.ts";
import { view } from "#web/features/recorder/view.ts";
import { beginUpload } from "#web/lib/uploads/machine.ts";
import { TooltipGroup } from "#web/ui/layers/tooltip.tsx";
import { SidebarPlace } from "#web/ui/page/sidebar.tsx";
import { lendDevices } from "./browser.ts";
import { beginRecording, forgetAll, recordPage, summary, tell } from "./on-screen.tsx";

// The dock is loaded with the first recording.
beforeEach(() => import("#web/features/recorder/screens/dock.tsx"));
beforeEach(() => import("#web/features/recorder/screens/sidebar-stop.tsx"));
afterEach(() => {
  cleanup();
  forgetAll();
});

const clock = { spent: 0, since: 0 };
const recording: State = { name: "recording", instant: false, clock };
const paused: State = { name: "paused", instant: false, clock };
const stopping: State = { name: "stopping", instant: false, clock };
const ready: State = { name: "ready", summary, downloaded: false };
const saving: State = { name: "saving", summary };
const saved: State = { name: "saved", summary, recordingId: "r1" };
const failed: State = { name: "failed", summary, reason: "No room.", downloaded: false };

let chosen: number;
const everywhere = (collapsed = false) => (
  <TooltipGroup>
    <SidebarPlace.Provider value={{ collapsed, onChoose: () => void chosen++ }}>
      <RecordInSidebar>
        <a href="/new-recording">The way to the recorder</a>
      </RecordInSidebar>
    </SidebarPlace.Provider>
    <RecorderEverywhere />
  </TooltipGroup>
);
beforeEach(() => {
  chosen = 0;
});

function Here() {
  return <output data-testid="here">{useLocation().pathname}</output>;
}
const here = () => screen.getByTestId("here").textContent;

const bar = () => screen.queryByRole("region", { name: "Recorder" });
const acts = () =>
  [...(bar()?.querySelectorAll("button, a") ?? [])].map(
    (one) => one.getAttribute("aria-label") ?? one.textContent,
  );
const spoken = () => document.querySelector("p.sr-only")?.textContent;
const asksBeforeLeaving = () =>
  !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));

describe("the recorder at the foot of other pages", () => {
  it.each([
    [{ name: "choosing", instant: true }, "", null, [], false],
    [{ name: "countdown", instant: true, left: 2 }, "Recording starts in 2", null, [], true],
    [
      recording,
      "Recording",
      "0:07Recording",
      ["Pause recording", "Restart", "Discard", "Show", "Stop"],
      true,
    ],
    [
      paused,
      "Recording paused",
      "0:07Paused",
      ["Resume recording", "Restart", "Discard", "Show", "Stop"],
      true,
    ],
    [
      stopping,
      "Finishing the recording",
      "0:07Recording",
      ["Pause recording", "Restart", "Discard", "Show", "Stop"],
      true,
    ],
    [ready, "The recording is ready", "A recording is not saved yet", ["Back to it"], true],
    [failed, "", "A recording is not saved yet", ["Back to it"], true],
    [saving, "Saving the recording", "Saving the recording1 KB of 4 KB", ["Show"], true],
    [saved, "The recording is saved", null, [], false],
  ] satisfies [State, string, string | null, string[], boolean][])(
    "of %o says %j",
    async (state, words, line, deeds, asks) => {
      const { picture, ...flow } = startFlow(false);
      const upload = { ...beginUpload({ available: 4096 }), confirmed: 1024 };
      tell(state, { flow: { ...flow, picture: { ...picture, kept: 7_000 } }, upload });
      await renderInApp(everywhere());
      await screen.findByText(words, { selector: "p.sr-only" });
      expect(spoken()).toBe(words);
      expect(bar()?.textContent.startsWith(line ?? "") ?? null).toBe(line === null ? null : true);
      expect(acts()).toEqual(deeds);
      expect(asksBeforeLeaving()).toBe(asks);
      forgetAll();
      expect(asksBeforeLeaving(), "once there is nothing to lose").toBe(false);
    },
  );

  it("pauses, goes on and stops", async () => {
    beginRecording();
    tell(recording);
    await renderInApp(
      <>
        {everywhere()}
        <Here />
      </>,
      { at: "/my-recordings" },
    );
    await userEvent.click(await screen.findByRole("button", { name: "Pause recording" }));
    expect(view().state.name).toBe("paused");
    await userEvent.click(screen.getByRole("button", { name: "Resume recording" }));
    expect(view().state.name).toBe("recording");
    await userEvent.click(screen.getByRole("button", { name: "Stop" }));
    expect(view().state.name).toBe("stopping");
    for (const name of ["Pause recording", "Restart", "Discard"])
      expect(isOff(screen.getByRole("button", { name }))).toBe(true);
    await expect.poll(here, { message: "where the result will be" }).toBe("/new-recording");
    expect(screen.getByRole("link", { name: "Show" }).getAttribute("href")).toBe("/new-recording");
  });

  it("says what does not arrive while it records, and not while it is paused or ends", async () => {
    tell(recording, { flow: { ...startFlow(false), now: 9_000 } });
    await renderInApp(everywhere());
    expect(await screen.findByText("No picture since 0:00")).toBeTruthy();
    for (const state of [paused, stopping]) {
      tell(state);
      expect(screen.queryByText("No picture since 0:00")).toBeNull();
    }
  });

  it("is not there beside the record page, and is spoken of all the same", async () => {
    tell(ready);
    await renderInApp(
      <>
        {recordPage()}
        {everywhere()}
      </>,
    );
    await screen.findByText("The recording is ready");
    expect(bar()).toBeNull();
  });
});

describe("the sidebar's way to the recorder", () => {
  const way = () => screen.queryByRole("link", { name: "The way to the recorder" });

  it.each([{ name: "idle" }, saving, ready, stopping] satisfies State[])(
    "is one on other pages in %o",
    async (state) => {
      tell(state);
      await renderInApp(everywhere());
      expect(way()).toBeTruthy();
    },
  );

  it.each([recording, paused])("stops what runs: %o", async (state) => {
    beginRecording();
    tell(state);
    await renderInApp(everywhere());
    const stop = await screen.findByRole("button", { name: "Stop recording" });
    const hasDot = stop.firstElementChild?.matches("[aria-hidden]");
    expect(hasDot, "the sign that it records").toBe(state === recording);
    await userEvent.click(stop);
    expect([view().state.name, chosen]).toEqual(["stopping", 1]);
    expect(way()).toBeTruthy();
  });

  it("starts a recording on the record page, where one can be started", async () => {
    lendDevices();
    beginRecording();
    forgetAll();
    await renderInApp(
      <>
        {recordPage()}
        {everywhere()}
      </>,
    );
    const [, start] = await screen.findAllByRole("button", { name: "Start recording" });
    await userEvent.click(start ?? document.body);
    expect([view().state.name, chosen]).toEqual(["choosing", 1]);
    expect(way(), "the browser asks what to share").toBeTruthy();
  });

  it("puts a result away on the record page, and is the way there again when it is left", async () => {
    beginRecording();
    tell(saved);
    const { unmount } = await renderInApp(
      <>
        {recordPage()}
        {everywhere(true)}
      </>,
    );
    await userEvent.click(screen.getByRole("button", { name: "New Recording" }));
    expect(chosen).toBe(1);
    await expect.poll(() => view().state.name).toBe("idle");
    unmount();
    tell(saved);
    await renderInApp(everywhere());
    expect(way()).toBeTruthy();
    expect(screen.queryByRole("button", { name: "New Recording" })).toBeNull();
  });
});
