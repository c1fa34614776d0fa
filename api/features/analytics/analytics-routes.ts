import { one } from "#api/http/errors.ts";
import { serverZone } from "#api/http/server-zone.ts";
import type { Parts } from "#api/parts.ts";
import type { Db } from "#api/platform/database.ts";
import { type Analytics, type AnalyticsQuery, getAnalyticsCall } from "#contract/analytics.ts";
import { BYTES_PER_GB } from "#contract/subscriptions.ts";

export function serveAnalytics({ serve }: Parts): void {
  serve(getAnalyticsCall, ({ db, query }) => readAnalytics(db, query));
}

interface Answers {
  /** Null: the whole period. */
  date: string | null;
  requests: number;
  failures: number;
  p50: number | null;
  p95: number | null;
  p99: number | null;
}

interface Uploads {
  date: string;
  whole: number;
  cut: number;
  lost: number;
  stored_bytes: number;
}

interface Habits {
  hours: { hour: number; count: number }[];
  durations: number[];
  uploads_this_month: number;
}

const MOST_ACTIVE = 10;

/** As `measured_habits` counts them. */
const DURATIONS = ["< 1 min", "1–5 min", "5–15 min", "15–30 min", "30–60 min", "≥ 60 min"];

async function readAnalytics(db: Db, query: AnalyticsQuery): Promise<Analytics> {
  const zone = serverZone();
  const { period, timezone = zone } = query;
  const [answers, uploads, habits, people, makers, transcribed] = await db((sql) =>
    Promise.all([
      sql<Answers[]>`select * from app.measured_answers(${period}, ${zone})`,
      sql<Uploads[]>`select * from app.measured_uploads(${period}, ${zone})`,
      sql<Habits[]>`select * from app.measured_habits(${period}, ${zone}, ${timezone})`.then(one),
      sql<
        Record<"session_minutes" | "videos_per_user", number | null>[]
      >`select * from app.measured_people(${period}, ${zone})`.then(one),
      sql<Analytics["user_behavior"]["most_active_users"]>`
        select *, bytes / ${BYTES_PER_GB}::float8 as storage_gb
          from app.most_active_users(${period}, ${zone}, ${MOST_ACTIVE})
      `,
      sql<
        { ready: number; failed: number }[]
      >`select * from app.measured_transcriptions(${period}, ${zone})`.then(one),
    ]),
  );
  const whole = answers.find(({ date }) => date === null);
  return {
    user_behavior: {
      most_active_users: makers,
      peak_usage_hours: habits.hours,
      avg_session_duration: people.session_minutes,
    },
    content_analytics: {
      total_uploads_this_month: habits.uploads_this_month,
      avg_videos_per_user: people.videos_per_user,
      popular_durations: DURATIONS.map((range, i) => ({ range, count: habits.durations[i] ?? 0 })),
      storage_growth: uploads.map(({ date, stored_bytes }) => ({
        date,
        storage_gb: stored_bytes / BYTES_PER_GB,
      })),
    },
    performance_metrics: {
      api_response_time_ms: whole?.p50 ?? null,
      error_rate_percentage: percent(whole?.failures ?? 0, whole?.requests ?? 0),
      upload_success_rate: percent(
        sum(uploads.map(({ whole }) => whole)),
        sum(uploads.map(({ whole, cut, lost }) => whole + cut + lost)),
      ),
      transcription_success_rate: percent(
        transcribed.ready,
        transcribed.ready + transcribed.failed,
      ),
    },
    by_day: byDay(answers, uploads),
  };
}

const byDay = (answers: readonly Answers[], uploads: readonly Uploads[]): Analytics["by_day"] => ({
  answers: answers.flatMap(({ date, requests, failures, p50, p95, p99 }) =>
    date === null ? [] : [{ date, requests, failures, p50_ms: p50, p95_ms: p95, p99_ms: p99 }],
  ),
  uploads: uploads.map(({ date, whole, cut, lost }) => ({
    date,
    uploads: whole + cut,
    interrupted: cut + lost,
  })),
});

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);

const percent = (part: number, whole: number) => (whole === 0 ? null : (100 * part) / whole);
