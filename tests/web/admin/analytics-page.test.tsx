// @vitest-environment happy-dom
import { QueryClient } from "@tanstack/react-query";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { Analytics } from "#contract/analytics.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { activeUsersQuery } from "#web/data/admin-dashboard.ts";
import { analyticsQuery } from "#web/data/analytics.ts";
import { AnalyticsPage } from "#web/features/admin/analytics/analytics-page.tsx";

afterEach(cleanup);

const PERIOD = "30days";
const unreachable = { queryFn: () => Promise.reject(new Error("unreachable")), retry: false };
const aFreshServer: Analytics = {
  user_behavior: { most_active_users: [], peak_usage_hours: [], avg_session_duration: null },
  content_analytics: {
    total_uploads_this_month: 7,
    avg_videos_per_user: null,
    popular_durations: [],
    storage_growth: [],
  },
  performance_metrics: {
    api_response_time_ms: null,
    error_rate_percentage: null,
    upload_success_rate: null,
    transcription_success_rate: null,
  },
  by_day: { answers: [], uploads: [] },
};

function draw(cache: QueryClient) {
  const nobody = { users: [], total: 0, page: 1, per_page: 12 };
  cache.setQueryData(activeUsersQuery(1).queryKey, { ...nobody, total_pages: 0 });
  return renderInApp(<AnalyticsPage period={PERIOD} onPeriod={() => {}} />, { cache });
}
const headings = () => screen.getAllByRole("heading").map(({ textContent }) => textContent);
const claims = () => screen.queryAllByText(/measured yet|Nobody has recorded/).length;

test("figures that cannot be read are zeros beneath the error, and nothing more is claimed", async () => {
  const cache = new QueryClient();
  await cache.prefetchQuery({ ...analyticsQuery(PERIOD), ...unreachable });
  await draw(cache);
  expect(screen.getByText("Failed to load analytics")).toBeDefined();
  expect(screen.getAllByText("0%")).toHaveLength(3);
  expect(claims()).toBe(0);
  for (const title of ["Response times", "Errors", "Storage growth", "Uploads per day"])
    expect(headings()).not.toContain(title);
  const asked: string[] = [];
  vi.stubGlobal("fetch", (url: string) => {
    asked.push(url);
    return new Promise(() => {});
  });
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(asked, "what failed is asked for again, all of it").toHaveLength(1);
  vi.unstubAllGlobals();
});

test("the page stands while the list of present people is asked for once more", async () => {
  let asked = 0;
  vi.stubGlobal("fetch", (url: string) => {
    const isAgain = url.includes("/active-users") && asked++ > 0;
    return isAgain ? new Promise(() => {}) : Promise.reject(new TypeError("no network"));
  });
  const page = <AnalyticsPage period={PERIOD} onPeriod={() => {}} />;
  await renderInApp(page, { asks: true });
  await waitFor(() => expect(asked).toBe(2));
  expect(headings()).toContain("Content Analytics");
  vi.unstubAllGlobals();
});

test("what was not measured yet is said so, and no error", async () => {
  const cache = new QueryClient();
  cache.setQueryData(analyticsQuery(PERIOD).queryKey, aFreshServer);
  await draw(cache);
  expect(screen.queryByText("Failed to load analytics")).toBeNull();
  expect(screen.getByText("7")).toBeDefined();
  expect(claims()).toBeGreaterThan(3);
  expect(headings()).toContain("Storage growth");
});
