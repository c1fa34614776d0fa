// @vitest-environment happy-dom
import { QueryClient } from "@tanstack/react-query";
import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, test } from "vitest";
import type { Config } from "#contract/config.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { ada } from "#tests/web/lib/people.ts";
import { recordingWith } from "#tests/web/lib/recordings.ts";
import { configQuery } from "#web/data/config.ts";
import { HomePage } from "#web/features/home/home-page.tsx";
import { signIn } from "#web/lib/session.ts";

const GB = 2 ** 30;
type Props = Parameters<typeof HomePage>[0];

beforeEach(() => {
  Object.defineProperty(navigator, "mediaDevices", {
    value: { getDisplayMedia() {} },
    configurable: true,
  });
  signIn({ token: "t", user: ada });
});
afterEach(cleanup);

interface Given {
  total?: number;
  used?: number;
  limit?: number;
  available?: number;
  subscription?: Partial<Props["subscription"]>;
  payments?: boolean;
}

function show({ total = 0, used = 0, limit = 50, available = 50, ...given }: Given) {
  const cache = new QueryClient();
  const config = { payments: given.payments ?? true } as Config; // no more of it is read
  cache.setQueryData(configQuery.queryKey, config);
  const plan = { plan_name: "Premium", storage_type: "s3", storage_configured: true };
  const subscription = { ...plan, ...given.subscription } as Props["subscription"]; // no more of it is shown
  const recordings = Array.from({ length: Math.min(10, total) }, (_, index) =>
    recordingWith({ id: `r${index}`, filename: `Talk ${index}`, duration: 60 + index }),
  );
  const library = { recordings, total, has_more: total > 10 } as Props["library"]; // no more of it is shown
  return renderInApp(
    <HomePage
      library={library}
      subscription={subscription}
      usage={{
        used_gb: used,
        limit_gb: limit,
        percentage: 0,
        storage_used_bytes: used * GB,
        storage_limit_bytes: limit * GB,
        trash_bytes: 0,
        available_bytes: available * GB,
      }}
      cloudName="This server"
      thumbnail={({ id }) => <span>{`picture of ${id}`}</span>}
      label={({ duration }) => `${duration} s`}
    />,
    { cache },
  );
}

const text = () => document.body.textContent;

describe("the dashboard's recordings", () => {
  const cards = () => within(screen.getByRole("list")).getAllByRole("listitem");

  it("are the first three, each with its picture and its length, and a way to all where there are more", async () => {
    await show({ total: 12 });
    expect(cards().map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining("picture of r060 sTalk 0"),
      expect.stringContaining("picture of r161 sTalk 1"),
      expect.stringContaining("picture of r262 sTalk 2"),
    ]);
    expect(screen.getByRole("link", { name: /Talk 1/ }).getAttribute("href")).toBe("/video/r1");
    expect(screen.getByRole("link", { name: "View All (12)" }).getAttribute("href")).toBe(
      "/my-recordings",
    );
  });

  it("are all there are where they are three", async () => {
    await show({ total: 3 });
    expect(cards()).toHaveLength(3);
    expect(screen.queryByRole("link", { name: /View All/ })).toBeNull();
  });

  it("are said to be none where there are none", async () => {
    await show({});
    expect(text()).toContain("No recordings yet. Start your first recording!");
    expect(text()).toContain("Your library is empty");
    expect(screen.queryByRole("list")).toBeNull();
  });

  it.each([
    [1, "1 recording"],
    [2, "2 recordings"],
  ])("that are %d are counted: %s", async (total, words) => {
    await show({ total });
    const browse = screen.getByRole("link", { name: /Browse Videos/ });
    expect(browse.textContent).toBe(`Browse Videos${words}`);
  });
});

describe("the dashboard's facts", () => {
  it("are about the person and their storage", async () => {
    await show({ total: 37 });
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Welcome, Ada");
    const facts = screen
      .getAllByRole("term")
      .map((term) => [term.textContent, term.nextElementSibling?.textContent]);
    expect(facts).toEqual([
      ["Total Recordings", "37"],
      ["Storage Type", "This server"],
      ["Member Since", "Nov 2026"],
    ]);
  });
});

test("a browser that records no screen is offered to import a video", async () => {
  const imports = () => screen.queryByRole("link", { name: /^Import Video/ });
  const { unmount } = await show({});
  expect(imports()).toBeNull();
  unmount();
  for (const value of [undefined, { getUserMedia() {} }]) {
    Object.defineProperty(navigator, "mediaDevices", { value, configurable: true });
    const { unmount } = await show({});
    expect(imports()?.getAttribute("href")).toBe("/my-recordings#import");
    unmount();
  }
});

describe("a dashboard without its answers", () => {
  it("has every part in its place, its way to record first, and no figure yet", async () => {
    await renderInApp(
      <HomePage
        {...{ library: undefined, subscription: undefined, usage: undefined }}
        cloudName={undefined}
        thumbnail={() => null}
        label={() => ""}
      />,
    );
    const links = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
    expect(links).toEqual(["/new-recording", "/my-recordings", "/settings#cloud-storage"]);
    expect(screen.getAllByRole("term")).toHaveLength(3);
    expect(screen.getAllByRole("heading").map((heading) => heading.textContent)).toEqual([
      "Welcome, Ada",
      "Storage",
      "Recent Recordings",
    ]);
    expect(screen.getByRole("status", { name: "Loading your dashboard" })).toBeTruthy();
    expect(text()).not.toMatch(/is empty|No recordings yet/);
  });
});

describe("the dashboard's storage", () => {
  const warns = () => screen.queryByRole("link", { name: "See plans" }) !== null;

  it.each([
    [39.9, false],
    [40, true],
    [50, true],
  ])("of 50 GB, with %d GB in it, warns: %s", async (used, isWarned) => {
    await show({ used, available: 50 - used });
    expect(warns()).toBe(isWarned);
  });

  it("offers no plans where none are sold", async () => {
    await show({ used: 50, available: 0, payments: false });
    expect(warns()).toBe(false);
    cleanup();
    const gone = { storage_type: "google_drive", storage_configured: false } as const;
    await show({ subscription: gone, payments: false });
    expect(screen.getByRole("link", { name: "Choose a storage" })).toBeDefined();
  });

  it("without any room is full", async () => {
    await show({ limit: 0, available: 0 });
    expect(screen.getByRole("progressbar").getAttribute("aria-valuenow")).toBe("100");
    expect(warns()).toBe(true);
  });

  it("on a drive has no end, and one that is not connected says so", async () => {
    const drive = { storage_type: "google_drive", storage_configured: true } as const;
    const { unmount } = await show({ used: 49, available: 1, subscription: drive });
    expect(text()).toContain("49 GB in Google Drive, unlimited");
    expect(warns()).toBe(false);
    unmount();
    await show({ used: 2, subscription: { ...drive, storage_configured: false } });
    expect(text()).toContain("2 GB used");
    expect(text()).toContain("Google Drive is not connected.");
    cleanup();
    await show({ used: 2, available: 48, subscription: { storage_configured: false } });
    expect(text(), "of a server's own").toContain("2 GB of 50 GB used");
  });
});
