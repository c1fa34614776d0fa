import type { Analytics } from "#contract/analytics.ts";
import { counted, formatGigabytes, formatMilliseconds } from "#web/lib/format.ts";
import { TitledCard } from "#web/ui/card.tsx";
import { DayChart, LevelCard, type Measure, Measured, Pair, Section } from "./section.tsx";

interface Props {
  /** Absent where they could not be read, as all figures here. */
  analytics: Analytics | undefined;
}

/** The specification's: the bar of so many is full. */
const FULL_RANGE = 500;

const formatCount = (value: number) => value.toLocaleString("en");
const oneDecimal = (value: number) => value.toFixed(1);

const uploaded: Measure<"total_uploads_this_month" | "avg_videos_per_user">[] = [
  ["Uploads This Month", "total_uploads_this_month", formatCount, "Since the first of the month"],
  ["Average Videos per User", "avg_videos_per_user", oneDecimal, "Of all accounts"],
];

export function ContentAnalytics({ analytics }: Props) {
  return (
    <Section title="Content Analytics">
      <Measured of={analytics?.content_analytics} measures={uploaded} />
      {analytics && <ContentCharts {...analytics} />}
    </Section>
  );
}

function ContentCharts({ content_analytics: content, by_day: { uploads } }: Analytics) {
  return (
    <>
      <Pair>
        <DayChart
          title="Storage growth"
          help="The size of all recordings at the end of each day."
          kind="area"
          days={content.storage_growth}
          series={[{ name: "Stored", values: content.storage_growth.map((day) => day.storage_gb) }]}
          format={formatGigabytes}
        />
        <DayChart
          title="Uploads per day"
          help="Recordings and imports that arrived."
          kind="bars"
          days={uploads}
          series={[{ name: "Uploads", values: uploads.map((day) => day.uploads), tone: "accent" }]}
          format={formatCount}
        />
      </Pair>
      <LevelCard
        title="Popular Durations"
        help="Recordings by their length."
        full={FULL_RANGE}
        rows={content.popular_durations.map(({ range, count }) => ({ name: range, count }))}
      />
    </>
  );
}

const percent = (value: number) => `${Number(value.toFixed(value > 0 && value < 1 ? 2 : 1))}%`;

const performance: Measure<keyof Analytics["performance_metrics"]>[] = [
  ["API Response Time", "api_response_time_ms", formatMilliseconds, "Median"],
  ["Error Rate", "error_rate_percentage", percent, "Calls that the server failed"],
  ["Upload Success Rate", "upload_success_rate", percent, "Uploads that arrived whole"],
  ["Transcription Success Rate", "transcription_success_rate", percent, "Subtitles that were made"],
];

export function PerformanceMetrics({ analytics }: Props) {
  const days = analytics?.by_day.answers;
  return (
    <Section title="Performance Metrics">
      <Measured of={analytics?.performance_metrics} measures={performance} />
      {days && (
        <Pair>
          <DayChart
            title="Response times"
            help="Median and 95th percentile, by the day."
            kind="line"
            days={days}
            series={[
              { name: "95th percentile", values: days.map(({ p95_ms }) => p95_ms), tone: "accent" },
              { name: "Median", values: days.map(({ p50_ms }) => p50_ms) },
            ]}
            format={formatMilliseconds}
          />
          <DayChart
            title="Errors"
            help="Calls that the server failed, by the day."
            kind="bars"
            days={days}
            series={[
              { name: "Errors", values: days.map(({ failures }) => failures), tone: "warn" },
            ]}
            format={String}
          />
        </Pair>
      )}
    </Section>
  );
}

type Behavior = Analytics["user_behavior"];

const inMinutes = (minutes: number) => `${minutes.toFixed(1)} min`;

const visits: Measure<"avg_session_duration">[] = [
  ["Average Session", "avg_session_duration", inMinutes, "From the first to the last sign of life"],
];

export function UserBehavior({ behavior }: { behavior: Behavior | undefined }) {
  return (
    <Section title="User Behavior">
      <Measured of={behavior} measures={visits} />
      {behavior && (
        <Pair>
          <TitledCard title="Most Active Users" help="By the recordings that are still there.">
            {behavior.most_active_users.length === 0 ? (
              <p className="text-14 text-ink-2">Nobody has recorded anything in this period</p>
            ) : (
              <ol className="grid gap-3">
                {behavior.most_active_users.map(({ username, video_count, storage_gb }, i) => (
                  <li
                    // biome-ignore lint/suspicious/noArrayIndexKey: names are not unique, and their order is all there is
                    key={`${i} ${username}`}
                    className="grid grid-cols-[1.5rem_minmax(0,1fr)_auto] items-baseline gap-3 text-14"
                  >
                    <span className="text-12 text-ink-3 tabular-nums">{i + 1}</span>
                    <bdi className="truncate font-medium">{username}</bdi>
                    <span className="text-13 text-ink-2 tabular-nums">
                      {counted(video_count, "video")} · {formatGigabytes(storage_gb)}
                    </span>
                  </li>
                ))}
              </ol>
            )}
          </TitledCard>
          <LevelCard
            title="Peak Usage Times"
            help="When recordings are begun, by your clock."
            full={FULL_HOUR}
            rows={busiest(behavior.peak_usage_hours).map(({ hour, count }) => ({
              name: clock(hour),
              count,
            }))}
          />
        </Pair>
      )}
    </Section>
  );
}

const BUSIEST = 8;
/** The specification's: the bar of so many is full. */
const FULL_HOUR = 200;

const busiest = (hours: Behavior["peak_usage_hours"]) =>
  hours.toSorted((a, b) => b.count - a.count).slice(0, BUSIEST);

const clock = (hour: number) => `${String(hour).padStart(2, "0")}:00`;
