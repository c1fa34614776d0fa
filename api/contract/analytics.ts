import { z } from "zod";
import { forAdmin } from "./common.ts";

export const Period = z.enum(["7days", "30days", "90days", "1year"]);
export type Period = z.infer<typeof Period>;

export const PeriodQuery = z.object({
  period: Period.default("30days").describe("So many days, today among them"),
});

export const AnalyticsQuery = PeriodQuery.extend({
  timezone: z
    .string()
    .max(64)
    .refine(isTimeZone, "must be the name of a time zone, such as Europe/Berlin")
    .optional()
    .describe("By whose clock the hours of the day are told; without it, the server's"),
});
export type AnalyticsQuery = z.infer<typeof AnalyticsQuery>;

const ByDay = z.object({
  answers: z
    .array(
      z.object({
        date: z.iso.date(),
        requests: z.number(),
        failures: z.number(),
        p50_ms: z.number().nullable(),
        p95_ms: z.number().nullable(),
        p99_ms: z.number().nullable(),
      }),
    )
    .describe("Days on which somebody asked for something"),
  uploads: z.array(z.object({ date: z.iso.date(), uploads: z.number(), interrupted: z.number() })),
});

/** The measured values; null where nothing was measured yet. */
export const Analytics = z.object({
  user_behavior: z.object({
    most_active_users: z
      .array(z.object({ username: z.string(), video_count: z.number(), storage_gb: z.number() }))
      .describe("Who recorded most in the period, of what is still there"),
    peak_usage_hours: z
      .array(z.object({ hour: z.number().int().min(0).max(23), count: z.number() }))
      .describe("At which hours of the day recordings were begun, in the time zone asked for"),
    avg_session_duration: z
      .number()
      .nullable()
      .describe("Minutes from the first to the last sign of life of a visit"),
  }),
  content_analytics: z.object({
    total_uploads_this_month: z.number(),
    avg_videos_per_user: z.number().nullable(),
    popular_durations: z.array(z.object({ range: z.string(), count: z.number() })),
    storage_growth: z
      .array(z.object({ date: z.iso.date(), storage_gb: z.number() }))
      .describe("What lay here at the end of each day, in the server's time zone"),
  }),
  performance_metrics: z.object({
    api_response_time_ms: z
      .number()
      .nullable()
      .describe(
        "Half of the calls were answered within this; those that bring files are not timed",
      ),
    error_rate_percentage: z.number().nullable().describe("Answers from 500 on, of all"),
    upload_success_rate: z.number().nullable().describe("Per cent that arrived whole"),
    transcription_success_rate: z.number().nullable(),
  }),
  by_day: ByDay.describe("The same, day by day in the server's time zone"),
});
export type Analytics = z.infer<typeof Analytics>;

export const getAnalyticsCall = forAdmin("GET /admin/analytics", {
  summary: "What people do, what they keep, and how well it works",
  query: AnalyticsQuery,
  answer: Analytics,
});

function isTimeZone(name: string): boolean {
  try {
    // Postgres reads the sign of an offset the other way round.
    return /^\w/.test(name) && Boolean(new Intl.DateTimeFormat("en", { timeZone: name }));
  } catch {
    return false;
  }
}
