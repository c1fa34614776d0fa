// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { isOff } from "#tests/web/lib/off.ts";
import { ada } from "#tests/web/lib/people.ts";
import type { Verdict } from "#web/features/recorder/send/receipt.ts";
import type { State } from "#web/features/recorder/steps.ts";
import { type View, view } from "#web/features/recorder/view.ts";
import { signIn } from "#web/lib/session.ts";
import { beginUpload } from "#web/lib/uploads/machine.ts";
import { loadToasts } from "#web/ui/layers/toast.ts";
import {
  beginRecording,
  forgetAll,
  openRecordPage,
  recorded,
  summary,
  tell,
} from "./on-screen.tsx";

beforeAll(loadToasts);
beforeEach(() => signIn({ token: "of-ada", user: ada }));
afterEach(() => {
  cleanup();
  forgetAll();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const ready: State = { name: "ready", summary, downloaded: false };
const saving: State = { name: "saving", summary };
const saved: State = { name: "saved", summary, recordingId: "r1" };
const failed: State = { name: "failed", summary, reason: "No room.", downloaded: false };
const kept = { title: "Demo", fileName: "demo.mp4", blob: recorded };
const place = { ...kept, recordingId: "r1" };

/** The buttons by their names, in brackets where a button is disabled. */
const deeds = () =>
  screen
    .getAllByRole<HTMLButtonElement>("button")
    .map((one) => (isOff(one) ? `(${one.textContent})` : one.textContent))
    .filter((name) => name && name !== "Turn on Instant link");

const differs = (isWhole: boolean): Verdict => ({
  outcome: "differs",
  isWhole,
  checks: [
    { ok: true, text: "Every byte arrived" },
    { ok: false, text: "Seeking may be slow" },
  ],
});

describe("what can be done with a recording that has ended", () => {
  it.each([
    ["ready", ready, kept, ["Save to cloud", "Download", "Discard"]],
    ["failed", failed, kept, ["Save again", "Download", "Discard"]],
    ["saving", saving, kept, ["Record another", "Download"]],
    ["saving to its place", saving, place, ["Copy link", "Record another", "Download"]],
    ["saved", saved, place, ["Copy link", "Record another", "Download"]],
    [
      "saved otherwise than it was recorded",
      saved,
      { ...place, verdict: differs(false) },
      ["Save again", "Copy link", "Record another", "Download"],
    ],
    [
      "saved whole, with a fault",
      saved,
      { ...place, verdict: differs(true) },
      ["Copy link", "Record another", "Download"],
    ],
  ] satisfies [string, State, Partial<View>, string[]][])(
    "%s",
    async (_name, state, fields, expected) => {
      tell(state, fields);
      await openRecordPage();
      expect(deeds()).toEqual(expected);
      const video = screen.queryByRole("link", { name: "Open recording" });
      expect(video?.getAttribute("href")).toBe(state === saved ? "/video/r1" : undefined);
    },
  );

  it("is not saving where recordings have no place to go, of which the page says how to get one", async () => {
    tell(ready, kept);
    const { unmount } = await openRecordPage({ canSave: false });
    expect(deeds()).toEqual(["(Save to cloud)", "Download", "Discard"]);
    const way = screen.getByRole("link", { name: "Choose a storage" });
    expect(way.getAttribute("href")).toBe("/subscription");
    unmount();
    await openRecordPage();
    expect(screen.queryByRole("link", { name: "Choose a storage" })).toBeNull();
  });

  it("is saving it, which says how far it is", async () => {
    tell(ready, kept);
    await openRecordPage();
    await userEvent.click(screen.getByRole("button", { name: "Save to cloud" }));
    expect(view().state).toEqual(saving);
    const upload = { ...beginUpload({ available: 4096 }), total: 4096, confirmed: 1024 };
    tell(saving, { upload });
    const bar = screen.getByRole("progressbar", { name: "Saving to cloud" });
    expect(bar.getAttribute("aria-valuenow")).toBe("25");
    expect(screen.getByText("1 KB of 4 KB")).toBeTruthy();
    tell(saved, place);
    expect(screen.queryByRole("progressbar")).toBeNull();
  });

  it("is to have it as a file, and then to begin another without being asked", async () => {
    const files: [name: string | null, state: State][] = [];
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLElement) {
      files.push([this.getAttribute("download"), view().state]);
    });
    beginRecording();
    tell(ready, kept);
    await openRecordPage();
    await userEvent.click(screen.getByRole("button", { name: "Discard" }));
    const question = await screen.findByRole("alertdialog");
    expect(question.textContent).toContain("It has not been saved.");
    await userEvent.click(within(question).getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(view().state, "it was not thrown away").toEqual(ready);

    await userEvent.click(screen.getByRole("button", { name: "Download" }));
    await waitFor(() => expect(view().state).toMatchObject({ downloaded: true }));
    expect(files, "it counts as downloaded once it is handed over").toEqual([["demo.mp4", ready]]);
    await userEvent.click(screen.getByRole("button", { name: "Discard" }));
    expect(view().state.name).toBe("idle");
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });

  it("is to throw it away, for whoever says so", async () => {
    beginRecording();
    tell(failed, kept);
    await openRecordPage();
    await userEvent.click(screen.getByRole("button", { name: "Discard" }));
    const question = await screen.findByRole("alertdialog");
    await userEvent.click(within(question).getByRole("button", { name: "Confirm" }));
    await waitFor(() => expect(view().state.name).toBe("idle"));
  });
});

describe("what is said of a recording that has ended", () => {
  it("is its length, its size and where it is, and it is played from there", async () => {
    const made: unknown[] = [];
    const revoked: string[] = [];
    vi.spyOn(URL, "createObjectURL").mockImplementation((of) => `blob:${made.push(of)}`);
    vi.spyOn(URL, "revokeObjectURL").mockImplementation((url) => void revoked.push(url));
    tell(ready, kept);
    const { unmount } = await openRecordPage();
    const time = document.querySelector("time");
    expect([time?.textContent, time?.dateTime]).toEqual(["1:05", "PT65.000S"]);
    expect(time?.parentElement?.textContent).toBe("1:05 · 3 MB");
    const played: unknown = JSON.parse(document.querySelector("output")?.textContent ?? "");
    expect(played).toEqual({ title: "Demo", duration: 65, src: "blob:1", type: "video/mp4" });
    expect(made).toEqual([recorded]);
    unmount();
    expect(revoked).toEqual(["blob:1"]);
  });

  it("is why it was not saved, and that it is still here", async () => {
    tell(failed, kept);
    await openRecordPage();
    expect(screen.getByRole("alert").textContent).toBe(
      "No room. The recording is still on this computer: try again, or download it.",
    );
    tell(ready, kept);
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("is what it lacks, and nothing where it lacks nothing", async () => {
    tell(ready, { ...kept, missing: [{ what: "sound", from: 3_000, to: 7_000 }] });
    await openRecordPage();
    expect(screen.getByText("Missing: sound 0:03–0:07")).toBeTruthy();
    tell(ready, { missing: [] });
    expect(screen.queryByText(/^Missing/)).toBeNull();
  });

  it.each([
    [null, "The server checks every byte. The link works already."],
    [{ outcome: "pending", isWhole: true, checks: [] }, "The server checks every byte."],
    [{ outcome: "verified", isWhole: true, checks: [] }, "Verified"],
    [differs(true), "Seeking may be slow."],
    [
      differs(false),
      "Seeking may be slow. The copy on this computer is kept: download it, or save it again.",
    ],
  ] satisfies [Verdict | null, string][])(
    "is the verdict %j once it is saved",
    async (verdict, words) => {
      tell(saved, { ...place, verdict });
      await openRecordPage();
      const said = screen.getAllByRole("status").map(({ textContent }) => textContent ?? "");
      expect(said.find((one) => one.startsWith(words))).toBeDefined();
      if (verdict?.outcome === "differs") expect(said.at(-1)).toBe(words);
      tell(saving, { verdict });
      expect(screen.queryByText("Verified"), "only once it is saved").toBeNull();
    },
  );
});
