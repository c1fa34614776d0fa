// @vitest-environment happy-dom
import { notifyManager, QueryClient } from "@tanstack/react-query";
import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Activity } from "#contract/admin-dashboard.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { ada } from "#tests/web/lib/people.ts";
import { activeUsersQuery, activityQuery, statsQuery } from "#web/data/admin-dashboard.ts";
import { DashboardPage } from "#web/features/admin/dashboard-page.tsx";
import { signIn, signOut } from "#web/lib/session.ts";

beforeEach(() => signIn({ token: "t", user: ada }));
afterEach(() => {
  cleanup();
  signOut();
});

const activity = (n: number): Activity => ({
  icon: "video",
  title: `Act ${n}`,
  timestamp: new Date(Date.UTC(2026, 10, 20, 12, n)).toISOString(),
});

async function show(activities: Activity[] | undefined, isPresenceKnown = true) {
  const cache = new QueryClient();
  const counts = { total_users: 3, total_videos: 12, active_subscriptions: 2 };
  const sums = { total_storage_gb: 1.5, total_revenue_usd: 17.5 };
  cache.setQueryData(statsQuery.queryKey, { ...counts, ...sums });
  if (activities) cache.setQueryData(activityQuery.queryKey, { activities });
  const nobody = { users: [], total: 0, page: 1, per_page: 12 };
  if (isPresenceKnown)
    cache.setQueryData(activeUsersQuery(1).queryKey, { ...nobody, total_pages: 0 });
  await renderInApp(<DashboardPage />, { cache });
  return cache;
}
const reading = (cache: QueryClient, answer: Promise<{ activities: Activity[] }>) =>
  cache.prefetchQuery({ ...activityQuery, queryFn: () => answer });

const listed = () => screen.queryAllByText(/^Act \d+$/).map(({ textContent }) => textContent);

describe("the dashboard of admins", () => {
  it("has the figures that lead, with cents where there are any", async () => {
    await show([]);
    const figures = [...document.querySelectorAll("dl > div")].map((figure) => [
      within(figure as HTMLElement).getByRole("term").textContent, // each is one
      figure.querySelector("dd")?.firstChild?.textContent,
    ]);
    expect(figures).toEqual([
      ["Total Users", "3"],
      ["Total Videos", "12"],
      ["Storage Used", "1.50 GB"],
      ["Active Subscriptions", "2"],
      ["Monthly Revenue", "$17.50"],
    ]);
    expect(screen.getByText("Welcome back, Ada.")).toBeDefined();
    expect(screen.getByText("No recent activity")).toBeDefined();
  });

  it("lists the last ten acts", async () => {
    await show(Array.from({ length: 11 }, (_, n) => activity(n)));
    expect(listed()).toEqual(Array.from({ length: 10 }, (_, n) => `Act ${n}`));
  });

  it.each([
    ["what was done", undefined, true],
    ["who is there", [activity(1)], false],
  ])("shows neither list before it is known %s", async (_, activities, isPresenceKnown) => {
    await show(activities, isPresenceKnown);
    expect(screen.getByLabelText("Loading recent activity")).toBeDefined();
    expect(listed()).toEqual([]);
  });

  it("keeps both lists while one that could not be read is read again", async () => {
    const cache = await show(undefined);
    await reading(cache, Promise.reject(new Error("Away")));
    await screen.findByText("No recent activity");
    void reading(cache, new Promise(() => {}));
    await new Promise<void>((heard) => notifyManager.schedule(heard));
    expect(screen.queryByLabelText("Loading recent activity")).toBeNull();
    expect(screen.getByText("Nobody right now")).toBeDefined();
  });
});
