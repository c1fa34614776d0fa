// @vitest-environment happy-dom
import { act, cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { getDefaultStore } from "jotai";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { aManifest } from "#tests/web/recorder/keep/manifest.ts";
import type { Manifest } from "#web/features/recorder/keep/manifest.ts";
import { heldTakesAtom, hold, takeFrom } from "#web/features/recorder/keep/take.ts";
import RecoveryOffer from "#web/features/recorder/recover/recovery-offer.tsx";
import { deliveriesAtom } from "#web/features/recorder/send/delivery.ts";
import { formatDateTime } from "#web/lib/format.ts";
import { beginUpload, type Upload } from "#web/lib/uploads/machine.ts";
import { loadToasts } from "#web/ui/layers/toast.ts";

const store = getDefaultStore();
const upload = { url: "/api/uploads/1", recordingId: "r1" };
const film = new Blob(["f".repeat(2048)], { type: "video/mp4" });

let asked: string[];
beforeAll(loadToasts);
beforeEach(() => {
  asked = [];
  localStorage.clear();
  vi.stubGlobal("fetch", async (url: unknown, { method = "GET" }: RequestInit = {}) => {
    asked.push(`${method} ${url}`);
    return Response.json({ success: true });
  });
});
afterEach(() => {
  cleanup();
  store.set(heldTakesAtom, []);
  store.set(deliveriesAtom, new Map());
  vi.unstubAllGlobals();
});

function leave(fields: Partial<Manifest> = {}, bytes = film) {
  const given = vi.fn();
  const manifest = aManifest({ keeps: "memory", elapsed: 65_000, mime: "video/mp4", ...fields });
  hold(takeFrom(manifest, bytes, given));
  return { given, manifest };
}

const offer = (userId = "ada") => renderInApp(<RecoveryOffer userId={userId} />);
const region = () => screen.queryByRole("region", { name: "Unfinished recordings" });
const names = () =>
  [...(region()?.querySelectorAll("button, a") ?? [])].map(({ textContent }) => textContent);
const lines = () => [...(region()?.querySelectorAll("p") ?? [])].map((line) => line.textContent);

describe("a recording that an earlier visit left", () => {
  it.each([
    ["was interrupted", {}, "A recording was interrupted", "Save to cloud", ""],
    [
      "has ended",
      { sealed: { bytes: 2048, sha256: "abc" } },
      "A recording is not saved yet",
      "Save to cloud",
      "",
    ],
    [
      "is on the server in part",
      { upload },
      "A recording was interrupted",
      "Finish it",
      ". Only what the server does not have yet is sent.",
    ],
  ])("%s", async (_, fields, title, deed, also) => {
    const { manifest } = leave(fields);
    await offer();
    const when = formatDateTime(manifest.startedAt);
    expect(lines()).toEqual([title, `${when} · 1:05 · 2 KB on this computer${also}`]);
    expect(names()).toEqual([deed, "Download", "Discard"]);
  });

  it("has no file to hand over where only the server has a part of it", async () => {
    const { manifest } = leave({ upload }, new Blob());
    await offer();
    const when = formatDateTime(manifest.startedAt);
    expect(lines()[1]).toBe(`${when} · 1:05 · only the server has a part of it`);
    expect(names()).toEqual(["Finish it", "Discard"]);
  });

  it("is offered to its owner alone", async () => {
    leave({ userId: "somebody else" });
    await offer();
    expect(region()).toBeNull();
  });

  it("is handed over as a file, and waits all the same", async () => {
    const files: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLElement) {
      files.push(this.getAttribute("download") ?? "");
    });
    leave({ stem: "demo-2026" });
    await offer();
    await userEvent.click(screen.getByRole("button", { name: "Download" }));
    await expect.poll(() => files).toEqual(["demo-2026.mp4"]);
    expect(region()).toBeTruthy();
    vi.restoreAllMocks();
  });

  it("is thrown away here and on the server, once somebody has said so", async () => {
    const { given } = leave({ upload });
    await offer();
    await userEvent.click(screen.getByRole("button", { name: "Discard" }));
    const question = await screen.findByRole("alertdialog");
    await userEvent.click(within(question).getByRole("button", { name: "Cancel" }));
    await expect.poll(() => screen.queryByRole("alertdialog")).toBeNull();
    expect([region() !== null, asked]).toEqual([true, []]);
    await userEvent.click(screen.getByRole("button", { name: "Discard" }));
    await userEvent.click(
      within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Confirm" }),
    );
    await expect.poll(() => given.mock.calls.length).toBe(1);
    expect(region()).toBeNull();
    await expect.poll(() => asked).toEqual(["DELETE /api/recordings/r1"]);
  });

  it("is on its way once it is to be saved, and offered no more", async () => {
    leave({ upload, title: "Demo" });
    await offer();
    await userEvent.click(screen.getByRole("button", { name: "Finish it" }));
    expect(store.get(heldTakesAtom)).toEqual([]);
    expect([...store.get(deliveriesAtom).keys()]).toEqual(["take"]);
    expect(lines()[0]).toBe("Demo");
    act(() => store.get(deliveriesAtom).get("take")?.dismiss());
    expect(region()).toBeNull();
  });

  it("is looked for when its owner comes back, and not once the page is left", async () => {
    const { unmount } = await offer();
    const look = vi.spyOn(localStorage, "getItem");
    const come = (visibility: "visible" | "hidden") => {
      vi.spyOn(document, "visibilityState", "get").mockReturnValue(visibility);
      look.mockClear();
      document.dispatchEvent(new Event("visibilitychange"));
      return look.mock.calls.length > 0;
    };
    expect([come("hidden"), come("visible")]).toEqual([false, true]);
    unmount();
    expect(come("visible")).toBe(false);
    vi.restoreAllMocks();
  });
});

describe("a recording on its way", () => {
  const retry = vi.fn();
  const dismiss = vi.fn();
  const onItsWay = (fields: Partial<Upload>, more = {}) => {
    const manifest = aManifest({ title: "Demo", upload });
    const state = { ...beginUpload({ available: 4096 }), confirmed: 1024, ...fields };
    const one = { manifest, upload: state, verdict: null, retry, dismiss, ...more };
    store.set(deliveriesAtom, new Map([["take", one]]));
  };
  const verified = { verdict: { outcome: "verified", isWhole: true, checks: [] } };

  it.each<[string, Partial<Upload>, object, string, string[]]>([
    ["goes on", { total: 4096 }, {}, "1 KB of 4 KB", []],
    ["is not whole yet", {}, {}, "1 KB of 4 KB", []],
    [
      "waits for the network",
      { online: false, full: true },
      {},
      "1 KB of 4 KB · offline: it goes on when the network is back",
      [],
    ],
    [
      "waits for room",
      { full: true },
      {},
      "1 KB of 4 KB · this server's disk is full: it goes on when there is room",
      [],
    ],
    [
      "waits for the server",
      { failures: 2 },
      {},
      "1 KB of 4 KB · the server does not answer: trying again",
      [],
    ],
    [
      "waits for its owner",
      { stuck: { why: "signed-out" } },
      {},
      "Sign in again to send the rest.",
      [],
    ],
    [
      "was refused",
      { stuck: { why: "refused", message: "No room." } },
      {},
      "No room. The recording is still on this computer.",
      ["Try again"],
    ],
    [
      "is gone from the server",
      { stuck: { why: "gone" } },
      {},
      "The server no longer has the beginning. Try again to send all of it, under a new link.",
      ["Try again"],
    ],
    ["is there", { finished: true }, {}, "Saved", ["Open recording", "Dismiss"]],
    [
      "is there as it was",
      { finished: true },
      verified,
      "Saved and verified",
      ["Open recording", "Dismiss"],
    ],
  ])("%s", async (_, fields, more, words, deeds) => {
    onItsWay(fields, more);
    await offer();
    expect(lines()).toEqual(["Demo", words]);
    expect(names()).toEqual(deeds);
    const bar = screen.queryByRole("progressbar");
    expect(bar?.getAttribute("aria-valuenow")).toBe(words.startsWith("1 KB") ? "25" : undefined);
    for (const deed of ["Try again", "Dismiss"])
      if (deeds.includes(deed)) await userEvent.click(screen.getByRole("button", { name: deed }));
    expect(retry).toHaveBeenCalledTimes(deeds.includes("Try again") ? 1 : 0);
    expect(dismiss).toHaveBeenCalledTimes(deeds.includes("Dismiss") ? 1 : 0);
    retry.mockClear();
    dismiss.mockClear();
    const video = screen.queryByRole("link", { name: "Open recording" });
    expect(video?.getAttribute("href")).toBe(
      deeds.includes("Open recording") ? "/video/r1" : undefined,
    );
  });

  it("is shown to its owner alone", async () => {
    onItsWay({});
    await offer("somebody else");
    expect(region()).toBeNull();
  });
});
