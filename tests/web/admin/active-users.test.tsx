// @vitest-environment happy-dom
import { QueryClient } from "@tanstack/react-query";
import { act, cleanup, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ActiveUserPage } from "#contract/admin-dashboard.ts";
import { answers } from "#tests/web/lib/answers.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { activeUsersQuery } from "#web/data/admin-dashboard.ts";
import { ActiveUsers } from "#web/features/admin/active-users.tsx";

const MINUTE = 60_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

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

test("people fade by the minute, as the server says", async () => {
  const ada = {
    id: crypto.randomUUID(),
    username: "Ada",
    email: "ada@example.org",
    profile_picture: null,
    last_active_at: new Date().toISOString(),
  };
  const page = { ...nobody, total_pages: 1 };
  const says = (status: "online" | "away" | "idle"): ActiveUserPage => ({
    ...page,
    users: [{ ...ada, status }],
  });
  const next = [says("online"), says("away"), says("idle")];
  answers({ "GET /admin/dashboard/active-users": () => next.shift() ?? page });
  await renderInApp(<ActiveUsers />, { asks: true });
  await expect.poll(shown).toEqual([expect.stringMatching(/Online$/)]);
  const pass = () => act(() => vi.advanceTimersByTime(MINUTE));
  pass();
  await expect.poll(shown).toEqual([expect.stringMatching(/Away$/)]);
  pass();
  await expect.poll(shown).toEqual([expect.stringMatching(/Idle$/)]);
  pass();
  await expect.poll(() => screen.queryByText("Nobody right now")).not.toBeNull();
  expect(shown()).toEqual([]);
});
