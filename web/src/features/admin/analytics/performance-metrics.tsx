import type { Analytics, AnalyticsDays } from "#contract/analytics.ts";
import { Figures } from "#web/features/admin/figures.tsx";
import { formatMilliseconds } from "#web/lib/format.ts";
import { DayChart, Pair, Section, worded } from "./section.tsx";

interface Props {
  metrics: Analytics["performance_metrics"];
  /** Absent where they could not be read. */
  days: AnalyticsDays["answers"] | undefined;
}

const percent = (value: number) => `${Number(value.toFixed(value > 0 && value < 1 ? 2 : 1))}%`;

export function PerformanceMetrics({ metrics, days }: Props) {
  return (
    <Section title="Performance Metrics">
      <Figures
        figures={[
          {
            name: "API Response Time",
            value: worded(metrics.api_response_time_ms, formatMilliseconds),
            help: "Median",
          },
          {
            name: "Error Rate",
            value: worded(metrics.error_rate_percentage, percent),
            help: "Calls that the server failed",
          },
          {
            name: "Upload Success Rate",
            value: worded(metrics.upload_success_rate, percent),
            help: "Uploads that arrived whole",
          },
          {
            name: "Transcription Success Rate",
            value: worded(metrics.transcription_success_rate, percent),
            help: "Subtitles that were made",
          },
        ]}
      />
      {days && <AnswersByDay days={days} />}
    </Section>
  );
}

const AnswersByDay = ({ days }: { days: AnalyticsDays["answers"] }) => (
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
      series={[{ name: "Errors", values: days.map(({ failures }) => failures), tone: "warn" }]}
      format={String}
    />
  </Pair>
);
