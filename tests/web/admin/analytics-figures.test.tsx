// @vitest-environment happy-dom
import { QueryClient } from "@tanstack/react-query";
import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Analytics } from "#contract/analytics.ts";
import { answers, refusal } from "#tests/web/lib/answers.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { isOff } from "#tests/web/lib/off.ts";
import { activeUsersQuery } from "#web/data/admin-dashboard.ts";
import { analyticsQuery } from "#web/data/analytics.ts";
import { AnalyticsPage } from "#web/features/admin/analytics/analytics-page.tsx";
import { loadToasts } from "#web/ui/layers/toast.ts";

beforeAll(loadToasts);
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const read: Analytics = {
  user_behavior: {
    most_active_users: [
      { username: "Ada", video_count: 1, storage_gb: 0.5 },
      { username: "Ada", video_count: 12, storage_gb: 2 },
    ],
    peak_usage_hours: Array.from({ length: 9 }, (_, hour) => ({ hour, count: hour * 50 })),
    avg_session_duration: 12.34,
  },
  content_analytics: {
    total_uploads_this_month: 1234,
    avg_videos_per_user: 2.25,
    popular_durations: [{ range: "0-1 min", count: 600 }],
    storage_growth: [],
  },
  performance_metrics: {
    api_response_time_ms: 12,
    error_rate_percentage: 0.256,
    upload_success_rate: 99.96,
    transcription_success_rate: 0,
  },
  by_day: { answers: [], uploads: [] },
};

async function show(analytics: Analytics = read) {
  const cache = new QueryClient();
  cache.setQueryData(analyticsQuery("7days").queryKey, analytics);
  const nobody = { users: [], total: 0, page: 1, per_page: 12 };
  cache.setQueryData(activeUsersQuery(1).queryKey, { ...nobody, total_pages: 0 });
  const periods: string[] = [];
  const page = <AnalyticsPage period="7days" onPeriod={(period) => periods.push(period)} />;
  await renderInApp(page, { cache });
  return periods;
}
const figure = (name: string) =>
  screen.getByText(name, { selector: "dt" }).nextElementSibling?.firstChild?.textContent;
const rows = (list: HTMLElement) =>
  within(list)
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent);

describe("the figures of a server", () => {
  it.each([
    ["Average Session", "12.3 min"],
    ["Uploads This Month", "1,234"],
    ["Average Videos per User", "2.3"],
    ["API Response Time", "12 ms"],
    ["Error Rate", "0.26%"],
    ["Upload Success Rate", "100%"],
    ["Transcription Success Rate", "0%"],
  ])("are said in their measure: %s", async (name, value) => {
    await show();
    expect(figure(name)).toBe(value);
  });

  it("name the eight busiest hours, the busiest first, and who has recorded most", async () => {
    await show();
    const hours = rows(screen.getByRole("list", { name: "Peak Usage Times" }));
    expect(hours).toHaveLength(8);
    expect([hours[0], hours[7]]).toEqual(["08:00400", "01:0050"]);
    const card = screen.getByRole("heading", { name: "Most Active Users" }).closest("section");
    expect(rows(card ?? document.body)).toEqual([
      "1Ada1 video · 0.50 GB",
      "2Ada12 videos · 2.00 GB",
    ]);
  });

  it("fill a bar, and no more than it", async () => {
    await show();
    const [bar] = screen.getByRole("list", { name: "Popular Durations" }).querySelectorAll("li");
    expect(bar?.querySelector<HTMLElement>("[style]")?.style.width).toBe("100%");
  });

  it("say where nothing was measured", async () => {
    const user_behavior = { ...read.user_behavior, avg_session_duration: null };
    await show({ ...read, user_behavior: { ...user_behavior, most_active_users: [] } });
    expect(figure("Average Session")).toBe("Not measured yet");
    expect(screen.getByText("Nobody has recorded anything in this period")).toBeDefined();
  });

  it("are of another period on request", async () => {
    const periods = await show();
    await userEvent.click(screen.getByRole("radio", { name: "1 year" }));
    expect(periods).toEqual(["1year"]);
  });
});

describe("a report", () => {
  const saved: string[] = [];
  const press = async (name: string, answer: Response) => {
    saved.length = 0;
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download);
    });
    const type = name.replace(/^Export CSV: (\w+) report$|.*/, "$1") || "full";
    const asked: string[] = [];
    answers({
      [`GET /admin/reports/export/${type}`]: (_, query) => {
        asked.push(`${type} ${query}`);
        return answer;
      },
    });
    await userEvent.click(screen.getByRole("button", { name }));
    return asked;
  };

  it.each([
    ["Export Report", "full"],
    ["Export CSV: users report", "users"],
    ["Export CSV: revenue report", "revenue"],
    ["Export CSV: usage report", "usage"],
  ])("is a file of the period that is shown: %s", async (button, type) => {
    await show();
    const asked = await press(button, new Response("a,b"));
    await screen.findByText(`${type} report exported successfully`);
    expect(asked).toEqual([`${type} period=7days&format=csv`]);
    expect(saved).toEqual([`${type}-report-7days.csv`]);
  });

  it("that cannot be made is said so, and can be asked for again", async () => {
    await show();
    await press("Export CSV: users report", refusal(503, "Away"));
    await screen.findByText("Failed to export report");
    expect(saved).toEqual([]);
    const button = screen.getByRole<HTMLButtonElement>("button", { name: /users report$/ });
    await expect.poll(() => isOff(button)).toBe(false);
  });
});
