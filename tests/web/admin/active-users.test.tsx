// @vitest-environment happy-dom
import { QueryClient } from "@tanstack/react-query";
import { act, cleanup, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ActiveUserPage } from "#contract/admin-dashboard.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { activeUsersQuery } from "#web/data/admin-dashboard.ts";
import { ActiveUsers } from "#web/features/admin/active-users.tsx";
import { hearTime } from "#web/lib/server-clock.ts";

const MINUTE = 60_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  hearTime(toldAt(Date.now()));
});

const toldAt = (time: number) =>
  new Headers({ Date: new Date(time).toUTCString(), "Cache-Control": "no-store" });
const shown = () => screen.queryAllByRole("listitem").map(({ textContent }) => textContent);

const nobody = { users: [], total: 0, page: 1, per_page: 12 };

test("a page that everybody has left gives its place to the last", async () => {
  vi.useRealTimers();
  const cache = new QueryClient();
  for (const page of [1, 2])
    cache.setQueryData(activeUsersQuery(page).queryKey, { ...nobody, page, total_pages: 2 });
  await renderInApp(<ActiveUsers />, { cache });
  act(() => screen.getByRole("button", { name: "Page 2" }).click());
  cache.setQueryData(activeUsersQuery(2).queryKey, { ...nobody, page: 2, total_pages: 1 });
  const first = () => screen.getByRole("button", { name: "Page 1" }).getAttribute("aria-current");
  await expect.poll(first).toBe("page");
});

test("people fade between two readings, by the server's clock", async () => {
  // This one is an hour behind.
  const serversNow = Date.now() + 60 * MINUTE;
  hearTime(toldAt(serversNow));
  const ada = {
    id: crypto.randomUUID(),
    username: "Ada",
    email: "ada@example.org",
    profile_picture: null,
    last_active_at: new Date(serversNow - 4 * MINUTE).toISOString(),
    status: "online",
  } as const;
  const page: ActiveUserPage = {
    users: [ada],
    total: 1,
    page: 1,
    per_page: 12,
    total_pages: 1,
  };
  const cache = new QueryClient();
  cache.setQueryData(activeUsersQuery(1).queryKey, page);
  await renderInApp(<ActiveUsers />, { cache });
  expect(shown()).toEqual([expect.stringMatching(/Online$/)]);
  const pass = (minutes: number) => act(() => vi.advanceTimersByTime(minutes * MINUTE));
  pass(1.5);
  expect(shown()).toEqual([expect.stringMatching(/Away$/)]);
  pass(5);
  expect(shown()).toEqual([expect.stringMatching(/Idle$/)]);
  pass(5);
  expect(screen.getByText("Nobody right now")).toBeDefined();
  expect(shown()).toEqual([]);
});
