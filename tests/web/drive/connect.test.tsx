// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { until } from "#tests/web/lib/until.ts";
import { useConnectDrive } from "#web/features/drive/connect.ts";
import { onVisitEnd, tellVisitEnd, type VisitEnd } from "#web/lib/drive-visit.ts";
import { loadToasts } from "#web/ui/layers/toast.ts";

const ADDRESS = "https://accounts.google.test/o/oauth2/v2/auth?state=signed";

function Connect() {
  const { connect, isConnecting } = useConnectDrive();
  return (
    <button type="button" disabled={isConnecting} onClick={connect}>
      Connect
    </button>
  );
}

let popup: { closed: boolean; location: { href: string }; close(): void };
let opened: string[][];
let cache: QueryClient;

beforeEach(async () => {
  await loadToasts();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
  popup = {
    closed: false,
    location: { href: "about:blank" },
    close: () => {},
  };
  opened = [];
  vi.stubGlobal("open", (...how: string[]) => {
    opened.push(how);
    return popup;
  });
  vi.stubGlobal("fetch", async () => Response.json({ auth_url: ADDRESS }));
  cache = new QueryClient();
  render(
    <QueryClientProvider client={cache}>
      <Connect />
    </QueryClientProvider>,
  );
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const button = () => screen.getByRole<HTMLButtonElement>("button", { name: "Connect" });
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

async function connecting() {
  await act(async () => button().click());
  await until(() => popup.location.href === ADDRESS);
  expect(button().disabled).toBe(true);
}

/** The end of a visit that another tab has begun. */
async function endedElsewhere() {
  const { promise, resolve } = Promise.withResolvers<VisitEnd>();
  const stop = onVisitEnd(resolve);
  tellVisitEnd({ end: "failed", why: "begun elsewhere" });
  await promise;
  stop();
}

describe("the small window to Google", () => {
  it("is opened in the press itself, and as large as it is meant to be", async () => {
    await connecting();
    expect(opened).toHaveLength(1);
    expect(opened[0]?.[2]).toMatch(/^popup,width=500,height=600,/);
  });

  it("that has said how it ended is neither looked at nor waited for any more", async () => {
    await connecting();
    tellVisitEnd({ end: "failed", why: "this visit is over" });
    await until(() => !button().disabled);
    popup.closed = true;
    await endedElsewhere();
    for (const milliseconds of [1100, 58_900, 100]) {
      await pass(milliseconds);
      expect(document.body.textContent).not.toMatch(/cancelled|timed out|begun elsewhere/);
    }
  });

  it("is nobody's concern any more once the page was left", async () => {
    await connecting();
    cleanup();
    popup.closed = true;
    await endedElsewhere();
    for (const milliseconds of [1100, 58_900, 100]) {
      await pass(milliseconds);
      expect(document.body.textContent).not.toMatch(/cancelled|timed out|begun elsewhere/);
    }
  });

  it("that is closed is noticed within a second", async () => {
    await connecting();
    popup.closed = true;
    await pass(999);
    expect(button().disabled).toBe(true);
    await pass(1);
    expect(button().disabled).toBe(false);
    await pass(100);
    expect(document.body.textContent).toContain("Google Drive connection was cancelled");
  });

  it("is waited for as long as a minute, and no longer", async () => {
    await connecting();
    await pass(59_999);
    expect(button().disabled).toBe(true);
    await pass(1);
    expect(button().disabled).toBe(false);
    await pass(100);
    expect(document.body.textContent).toContain("Google Drive connection timed out");
  });
});

describe("a connection", () => {
  const said = () => document.body.textContent;

  it("that the browser lets open no window says so, and can be begun again", async () => {
    vi.stubGlobal("open", () => null);
    await act(async () => button().click());
    await pass(100);
    expect(said()).toContain("Failed to initiate Google Drive connection");
    expect(button().disabled).toBe(false);
  });

  it("for which the server has no address closes its window, and can be begun again", async () => {
    const closed = vi.spyOn(popup, "close");
    vi.stubGlobal("fetch", async () => Response.json({ error: "Away" }, { status: 503 }));
    await act(async () => button().click());
    await until(() => !button().disabled);
    await pass(100);
    expect(said()).toContain("Failed to start Google Drive connection");
    expect([closed.mock.calls.length, popup.location.href]).toEqual([1, "about:blank"]);
  });

  it.each<[VisitEnd, string]>([
    [{ end: "connected" }, "Google Drive connected"],
    [{ end: "refused", why: "not wanted" }, "Google Drive connection error: not wanted"],
    [{ end: "failed", why: "no room" }, "Failed to connect Google Drive: no room"],
  ])("that ended thus is said to have: %o; what it changes is read anew", async (end, words) => {
    const key = ["whatever is shown"];
    cache.setQueryData(key, "before");
    await connecting();
    tellVisitEnd(end);
    await until(() => !button().disabled);
    await pass(100);
    expect(said()).toContain(words);
    expect(cache.getQueryState(key)?.isInvalidated).toBe(end.end === "connected");
  });
});
