import type { Analytics, AnalyticsDays } from "#contract/analytics.ts";
import { Figures } from "#web/features/admin/figures.tsx";
import { formatDate, formatMilliseconds } from "#web/lib/format.ts";
import { Chart } from "#web/ui/charts/chart.tsx";
import { Pair, Section, worded } from "./section.tsx";

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

function AnswersByDay({ days }: { days: AnalyticsDays["answers"] }) {
  const places = days.map(({ date }) => formatDate(date));
  return (
    <Pair>
      <Chart
        title="Response times"
        help="Half of the calls, and nineteen of twenty, were answered within this."
        axis="Day"
        kind="line"
        places={places}
        series={[
          { name: "p95", values: days.map(({ p95_ms }) => p95_ms), tone: "accent" },
          { name: "p50", values: days.map(({ p50_ms }) => p50_ms) },
        ]}
        format={formatMilliseconds}
      />
      <Chart
        title="Errors"
        help="Calls that the server failed, by the day."
        axis="Day"
        kind="bars"
        places={places}
        series={[{ name: "Errors", values: days.map(({ failures }) => failures), tone: "warn" }]}
        format={formatCount}
      />
    </Pair>
  );
}

const formatCount = (value: number) => value.toLocaleString("en");
