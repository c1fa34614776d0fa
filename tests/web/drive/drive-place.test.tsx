// @vitest-environment happy-dom
import { notifyManager, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { DriveConnection } from "#contract/drive.ts";
import { answers, refusal } from "#tests/web/lib/answers.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { until } from "#tests/web/lib/until.ts";
import { driveQuery } from "#web/data/drive.ts";
import { DriveControl, DriveNotes } from "#web/features/drive/drive-place.tsx";
import { DriveReturnPage } from "#web/features/drive/return-page.tsx";
import { onVisitEnd, POPUP_NAME, type VisitEnd } from "#web/lib/drive-visit.ts";
import { loadToasts } from "#web/ui/layers/toast.ts";

beforeAll(loadToasts);
// Time stands still in some tests, and their answers are told all the same.
beforeAll(() => notifyManager.setScheduler(queueMicrotask));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  window.name = "";
});

const connected: DriveConnection = {
  state: "connected",
  email: "eve@gmail.test",
  connected_at: "2026-11-20T10:00:00Z",
  recordings: { count: 1, bytes: 2048 },
  waiting: { count: 0, bytes: 0, problem: null },
};
const waiting = (count: number, problem: DriveConnection["waiting"]["problem"] = null) => ({
  waiting: { count, bytes: 1024, problem },
});

async function show(part: Partial<DriveConnection> = {}) {
  const cache = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  cache.setQueryData(driveQuery.queryKey, { ...connected, ...part });
  const { container } = await renderInApp(
    <>
      <DriveControl />
      <DriveNotes />
    </>,
    { cache },
  );
  return { cache, container };
}
const said = () => document.body.textContent;

describe("the drive in the settings", () => {
  it.each<[Partial<DriveConnection>, RegExp]>([
    [{ state: "none" }, /^Connect$/],
    [{ state: "ended" }, /^Connect again.*has ended the connection to eve@gmail\.test/],
    [{}, /^Disconnecteve@gmail\.test · 1 recording, 2 KB$/],
    [{ recordings: { count: 2, bytes: 0 } }, / · 2 recordings, 0 B/],
    [waiting(1), /One recording is on the way to your Drive \(1 KB\).* $/],
    [waiting(2, "drive_full"), /2 recordings are on the way.*Your Drive is full/],
    [
      { state: "ended", ...waiting(1, "drive_not_connected") },
      /when Google Drive is connected again/,
    ],
  ])("says whose it is, and what lies there: %o", async (part, words) => {
    const { container } = await show(part);
    expect(container.textContent).toMatch(words);
  });

  it.each([
    [0, "Kinora can no longer see or store files there.", "Cancel"],
    [1, "Your one recording will stay in your Drive.", "Cancel"],
    [2, "Your 2 recordings will stay in your Drive.", "Confirm"],
  ])("is disconnected after saying what becomes of %i recordings", async (count, words, answer) => {
    const { cache } = await show({ recordings: { count, bytes: 0 } });
    const path = "POST /google-drive/disconnect";
    const asked = answers({ [path]: { ...connected, state: "none", email: null } });
    fireEvent.click(screen.getByRole("button", { name: "Disconnect" }));
    const dialog = await screen.findByRole("alertdialog");
    expect(dialog.textContent).toContain(words);
    fireEvent.click(within(dialog).getByRole("button", { name: answer }));
    await expect.poll(() => screen.queryByRole("alertdialog")).toBeNull();
    const isCut = answer === "Confirm";
    if (isCut) await screen.findByRole("button", { name: "Connect" });
    expect(asked.filter(([call]) => call === path)).toHaveLength(isCut ? 1 : 0);
    expect(cache.getQueryData(driveQuery.queryKey)?.state).toBe(isCut ? "none" : "connected");
  });
});

describe("the way back from Google", () => {
  const callback = "POST /google-drive/callback";
  async function come(given: { code?: string; state?: string; error?: string }, answer?: object) {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const asked = answers(answer ? { [callback]: answer } : {});
    const [left, closed, heard]: [boolean[], true[], VisitEnd[]] = [[], [], []];
    vi.spyOn(window, "close").mockImplementation(() => void closed.push(true));
    const stop = onVisitEnd((end) => heard.push(end));
    const onDone = (isConnected: boolean) => left.push(isConnected);
    const { unmount } = render(
      <QueryClientProvider client={new QueryClient()}>
        <DriveReturnPage {...{ given, onDone }} />
      </QueryClientProvider>,
    );
    await until(() => heard.length === 1 && title() !== "Connecting Google Drive...");
    stop();
    const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
    return { asked, left, closed, heard, pass, unmount };
  }
  const title = () => screen.getByRole("heading").textContent;

  it("exchanges what Google gave, says so to the other window, and goes on", async () => {
    const { asked, left, closed, heard, pass } = await come({ code: "c", state: "s" }, connected);
    expect(asked).toEqual([[callback, { code: "c", state: "s" }]]);
    expect(heard).toEqual([{ end: "connected" }]);
    expect(title()).toBe("Google Drive connected");
    await pass(1_499);
    expect(left).toEqual([]);
    await pass(1);
    expect([left, closed]).toEqual([[true], []]);
  });

  it("closes the small window, and no other", async () => {
    window.name = POPUP_NAME;
    const { closed, pass } = await come({ code: "c2", state: "s" }, connected);
    await pass(1_500);
    expect(closed).toEqual([true]);
  });

  it.each<[object, object | undefined, VisitEnd]>([
    [{ error: "access_denied" }, undefined, { end: "refused", why: "It was not allowed." }],
    [{ error: "odd" }, undefined, { end: "refused", why: "odd" }],
    [{ code: "c" }, undefined, { end: "failed", why: "Google sent no code." }],
    [{ state: "s" }, undefined, { end: "failed", why: "Google sent no code." }],
    [{ code: "c3", state: "s" }, refusal(400, "Too old"), { end: "failed", why: "Too old" }],
    [{ code: "c4", state: "s" }, refusal(502, ""), { end: "failed", why: "Please try again." }],
  ])("says what failed, and leaves a little later: %o", async (given, answer, end) => {
    const { asked, left, heard, pass } = await come(given, answer);
    expect(heard).toEqual([end]);
    expect(asked).toHaveLength(answer ? 1 : 0);
    expect(title()).toBe("Connection failed. Redirecting...");
    expect(said()).toContain("why" in end ? end.why : "");
    await pass(1_999);
    expect(left).toEqual([]);
    await pass(1);
    expect(left).toEqual([false]);
  });

  it("leads nowhere once it is left", async () => {
    const { left, pass, unmount } = await come({ error: "left" });
    unmount();
    await pass(5_000);
    expect(left).toEqual([]);
  });
});
