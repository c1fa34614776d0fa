import type { Page } from "@playwright/test";
import type { ActiveUserPage, AdminStats, RecentActivity } from "#contract/admin-dashboard.ts";
import type { Analytics } from "#contract/analytics.ts";

const DAYS = 30;

/** The figures of a server in a month in which people use it. A new server has nothing to draw yet. */
export async function busyMonth(page: Page): Promise<void> {
  await page.route("**/api/admin/analytics?*", (route) => route.fulfill({ json: analytics() }));
  await page.route("**/api/admin/dashboard/active-users?*", (route) =>
    route.fulfill({ json: activeUsers() }),
  );
  await page.route("**/api/admin/dashboard/stats", (route) => route.fulfill({ json: stats }));
  await page.route("**/api/admin/dashboard/recent-activity", (route) =>
    route.fulfill({ json: activity() }),
  );
}

const people = [
  "Grace Hopper",
  "Ada Lovelace",
  "Margaret Hamilton",
  "Katherine Johnson",
  "Radia Perlman",
];

const MINUTE = 60_000;
const presence = ["online", "online", "online", "away", "idle"] as const;

function activeUsers(): ActiveUserPage {
  const now = Date.now();
  const users = people.map((username, i) => ({
    ...{ id: crypto.randomUUID(), username, profile_picture: null },
    email: `${username.toLowerCase().replace(" ", ".")}@example.com`,
    status: presence[i] ?? "online",
    last_active_at: new Date(now - 3 * i * MINUTE).toISOString(),
  }));
  return { users, total: users.length, page: 1, per_page: 12, total_pages: 1 };
}

const stats: AdminStats = {
  total_users: 73,
  total_videos: 1284,
  total_storage_gb: 307.4,
  active_subscriptions: 21,
  total_revenue_usd: 312,
};

const happened = [
  ["video", "Grace Hopper recorded “How the compiler reads a loop”"],
  ["users", "Radia Perlman created an account"],
  ["video", "Margaret Hamilton recorded “Landing code, line by line”"],
  ["video", "Katherine Johnson imported “Trajectory review.mp4”"],
  ["users", "Katherine Johnson created an account"],
] as const;

const activity = (): RecentActivity => ({
  activities: happened.map(([icon, title], i) => ({
    ...{ icon, title },
    timestamp: new Date(Date.now() - (7 + 26 * i) * MINUTE).toISOString(),
  })),
});

const date = (i: number) =>
  new Date(Date.now() - (DAYS - 1 - i) * 86_400_000).toISOString().slice(0, 10);
const each = <T>(make: (i: number) => T) => Array.from({ length: DAYS }, (_, i) => make(i));

/** A working week, and a little unevenness that is the same each time. */
const wave = (i: number) => (i % 7 < 5 ? 1 : 0.35) * (1 + 0.3 * Math.sin(i * 1.7));

function analytics(): Analytics {
  return {
    user_behavior: {
      most_active_users: people.map((username, i) => ({
        username,
        video_count: 214 - 37 * i,
        storage_gb: 48.25 / (i + 1),
      })),
      peak_usage_hours: Array.from({ length: 24 }, (_, hour) => ({
        hour,
        count: Math.round(
          190 * Math.exp(-(((hour - 11) / 3.2) ** 2)) + 60 * Math.exp(-(((hour - 16) / 2) ** 2)),
        ),
      })).filter(({ count }) => count > 0),
      avg_session_duration: 23.4,
    },
    content_analytics: {
      total_uploads_this_month: 1284,
      avg_videos_per_user: 17.6,
      popular_durations: [
        "< 1 min",
        "1–5 min",
        "5–15 min",
        "15–30 min",
        "30–60 min",
        "≥ 60 min",
      ].map((range, i) => ({ range, count: [212, 546, 318, 120, 61, 27][i] ?? 0 })),
      storage_growth: each((i) => ({ date: date(i), storage_gb: 180 + 4.2 * i + 6 * wave(i) })),
    },
    performance_metrics: {
      api_response_time_ms: 6.4,
      error_rate_percentage: 0.03,
      upload_success_rate: 99.2,
      transcription_success_rate: 97.5,
    },
    by_day: byDay(),
  };
}

const byDay = (): Analytics["by_day"] => ({
  answers: each((i) => ({
    date: date(i),
    requests: Math.round(42_000 * wave(i)),
    failures: i % 9 === 4 ? 21 : i % 4,
    p50_ms: 5 + 2 * wave(i),
    p95_ms: 28 + 22 * wave(i),
    p99_ms: 90 + 60 * wave(i),
  })),
  uploads: each((i) => ({ date: date(i), uploads: Math.round(58 * wave(i)), interrupted: i % 3 })),
});
