// @vitest-environment happy-dom
import { QueryClient } from "@tanstack/react-query";
import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it } from "vitest";
import type { ActiveUserPage, Activity } from "#contract/admin-dashboard.ts";
import type { Analytics } from "#contract/analytics.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { ada } from "#tests/web/lib/people.ts";
import { activeUsersQuery, activityQuery, statsQuery } from "#web/data/admin-dashboard.ts";
import { analyticsQuery } from "#web/data/analytics.ts";
import { AnalyticsPage } from "#web/features/admin/analytics/analytics-page.tsx";
import { DashboardPage } from "#web/features/admin/dashboard-page.tsx";
import { signIn, signOut } from "#web/lib/session.ts";

afterEach(() => {
  cleanup();
  signOut();
});

const figure = (name: string) => {
  const [term] = screen.getAllByText(name).filter(({ tagName }) => tagName === "DT");
  return term?.nextElementSibling?.firstElementChild?.textContent;
};
const nobody: ActiveUserPage = {
  ...{ users: [], total: 0, page: 1, per_page: 12 },
  total_pages: 0,
};

describe("the analytics", () => {
  const measured: Omit<Analytics, "by_day"> = {
    user_behavior: {
      most_active_users: [
        { username: "Ann", video_count: 2, storage_gb: 1.5 },
        { username: "Ann", video_count: 1, storage_gb: 0 },
      ],
      peak_usage_hours: Array.from({ length: 10 }, (_, hour) => ({ hour, count: hour * 100 })),
      avg_session_duration: 12.34,
    },
    content_analytics: {
      total_uploads_this_month: 1234,
      avg_videos_per_user: 2.55,
      popular_durations: [{ range: "0-5 min", count: 250 }],
      storage_growth: [
        { date: "2026-11-20", storage_gb: 1 },
        { date: "2026-11-21", storage_gb: 2 },
      ],
    },
    performance_metrics: {
      api_response_time_ms: 1234,
      error_rate_percentage: 0.126,
      upload_success_rate: 99.95,
      transcription_success_rate: null,
    },
  };
  const first = {
    date: "2026-11-20",
    requests: 9,
    p50_ms: 10,
    p95_ms: 20,
    p99_ms: 30,
    failures: 3,
  };
  const days: Analytics["by_day"] = {
    answers: [first, { ...first, date: "2026-11-21", failures: 1 }],
    uploads: [
      { date: "2026-11-20", uploads: 7, interrupted: 1 },
      { date: "2026-11-21", uploads: 8, interrupted: 0 },
    ],
  };
  const open = async (differs: Partial<Analytics["performance_metrics"]> = {}, by_day = days) => {
    const chosen: string[] = [];
    const cache = new QueryClient();
    const performance_metrics = { ...measured.performance_metrics, ...differs };
    const all = { ...measured, performance_metrics, by_day };
    cache.setQueryData(analyticsQuery("30days").queryKey, all);
    cache.setQueryData(activeUsersQuery(1).queryKey, nobody);
    await renderInApp(<AnalyticsPage period="30days" onPeriod={(one) => chosen.push(one)} />, {
      cache,
    });
    return chosen;
  };

  it("tell what was measured, each in its own unit, and what was not", async () => {
    const chosen = await open();
    expect(figure("API Response Time")).toBe("1.23 s");
    expect(figure("Error Rate")).toBe("0.13%");
    expect(figure("Upload Success Rate")).toBe("100%");
    expect(figure("Transcription Success Rate")).toBe("Not measured yet");
    expect(figure("Average Session")).toBe("12.3 min");
    expect(figure("Uploads This Month")).toBe("1,234");
    expect(figure("Average Videos per User")).toMatch(/^2\.[56]$/);
    expect(screen.queryByText("Failed to load analytics")).toBeNull();
    const radio = (name: string) => screen.getByRole("radio", { name });
    expect(radio("30 days").getAttribute("aria-checked")).toBe("true");
    await userEvent.click(radio("1 year"));
    expect(chosen).toEqual(["1year"]);
  });

  it.each([
    [0, "0%"],
    [0.994, "0.99%"],
    [1, "1%"],
    [33.333, "33.3%"],
    [100, "100%"],
  ])("tell %d of a hundred as %s", async (error_rate_percentage, words) => {
    await open({ error_rate_percentage });
    expect(figure("Error Rate")).toBe(words);
  });

  it("name the eight busiest hours, the busiest first, against a full one of two hundred", async () => {
    await open();
    const bars = within(screen.getByRole("list", { name: "Peak Usage Times" })).getAllByRole(
      "listitem",
    );
    expect(bars.map(({ textContent }) => textContent)).toEqual(
      [9, 8, 7, 6, 5, 4, 3, 2].map((hour) => `0${hour}:00${hour * 100}`),
    );
    const durations = screen.getByRole("list", { name: "Popular Durations" });
    expect(durations.querySelector<HTMLElement>("[style]")?.style.width, "of 500").toBe("50%");
    expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining(["1Ann2 videos · 1.50 GB", "2Ann1 video · 0.00 GB"]),
    );
  });

  it("draw each line under its own name", async () => {
    await open();
    const table = async (name: string) => {
      await userEvent.click(screen.getByRole("button", { name: `${name} as a table` }));
      const rows = within(screen.getByRole("table", { name })).getAllByRole("row");
      return rows.map((row) => Array.from(row.children, (cell) => cell.textContent).join(" "));
    };
    const [head, line] = await table("Response times");
    expect([head, line]).toEqual(["Day 95th percentile Median", "Nov 20, 2026 20 ms 10 ms"]);
    expect((await table("Errors"))[1]).toBe("Nov 20, 2026 3");
    expect((await table("Uploads per day"))[2]).toBe("Nov 21, 2026 8");
    expect((await table("Storage growth"))[1]).toBe("Nov 20, 2026 1.00 GB");
  });

  it("tell a first day in words: no dot, and no axis for it", async () => {
    const idle = { ...first, date: "2026-11-19", p50_ms: null, p95_ms: null, failures: 0 };
    await open({}, { answers: [idle, { ...first, failures: 0 }], uploads: days.uploads });
    const chart = (name: string) => screen.getByRole("region", { name });
    expect(chart("Response times").textContent).toContain(
      "Only on Nov 20, 2026 so far: 95th percentile 20 ms, Median 10 ms",
    );
    expect(chart("Errors").textContent).toContain("None in this period");
    for (const name of ["Response times", "Errors"]) {
      expect(within(chart(name)).queryByRole("slider")).toBeNull();
      expect(within(chart(name)).queryByRole("button")).toBeNull();
    }
    expect(within(chart("Uploads per day")).getByRole("slider")).toBeDefined();
  });
});

describe("the dashboard", () => {
  const stats = {
    ...{ total_users: 12, total_videos: 34, total_storage_gb: 0.005, active_subscriptions: 5 },
    total_revenue_usd: 19.9,
  };
  const open = async (activities?: Activity[]) => {
    signIn({ token: "t", user: { ...ada, role: "admin" } });
    const cache = new QueryClient();
    cache.setQueryData(statsQuery.queryKey, stats);
    if (activities) cache.setQueryData(activityQuery.queryKey, { activities });
    cache.setQueryData(activeUsersQuery(1).queryKey, nobody);
    await renderInApp(<DashboardPage />, { cache });
  };

  it("counts what there is, each under its own name", async () => {
    await open([]);
    expect(screen.getByText("Welcome back, Ada.")).toBeDefined();
    const names = ["Total Users", "Total Videos", "Storage Used", "Active Subscriptions"];
    expect([...names, "Monthly Revenue"].map(figure)).toEqual([
      "12",
      "34",
      "< 0.01 GB",
      "5",
      "$19.90",
    ]);
    expect(screen.getByText("No recent activity")).toBeDefined();
    const quick = ["Manage Users", "Moderate Videos", "View Analytics"];
    expect(quick.map((name) => screen.getByRole("link", { name }).getAttribute("href"))).toEqual([
      "/admin/users",
      "/admin/videos",
      "/admin/analytics",
    ]);
  });

  it("says what happened last, ten of it, and that it is still being read", async () => {
    const activities = Array.from(
      { length: 11 },
      (_, i): Activity => ({
        ...{ icon: "users", title: `Happened ${i}` },
        timestamp: `2026-11-20T12:00:${10 + i}Z`,
      }),
    );
    await open(activities);
    const titles = screen.getAllByText(/^Happened/).map(({ textContent }) => textContent);
    expect(titles).toEqual(activities.slice(0, 10).map(({ title }) => title));
    cleanup();
    await open();
    expect(screen.getByRole("status", { name: "Loading recent activity" })).toBeDefined();
    expect(screen.queryByText("No recent activity")).toBeNull();
    expect(screen.queryByText("Currently Active Users"), "it would move").toBeNull();
  });
});
