import type { Analytics, AnalyticsDays } from "#contract/analytics.ts";
import { Figures } from "#web/features/admin/figures.tsx";
import { formatDate, formatGigabytes } from "#web/lib/format.ts";
import { Chart } from "#web/ui/charts/chart.tsx";
import { LevelCard } from "./level-card.tsx";
import { Pair, Section, worded } from "./section.tsx";

type Content = Analytics["content_analytics"];

interface Props {
  content: Content;
  /** Else its figures are zeros, and nothing more can be said. */
  isRead: boolean;
  /** Absent where they could not be read. */
  uploads: AnalyticsDays["uploads"] | undefined;
}

/** The specification's: the bar of so many is full. */
const FULL_RANGE = 500;

const formatCount = (value: number) => value.toLocaleString("en");

export function ContentAnalytics({ content, isRead, uploads }: Props) {
  const { total_uploads_this_month, avg_videos_per_user, popular_durations, storage_growth } =
    content;
  return (
    <Section title="Content Analytics">
      <Figures
        figures={[
          {
            name: "Uploads This Month",
            value: formatCount(total_uploads_this_month),
            help: "Since the first of the month",
          },
          {
            name: "Average Videos per User",
            value: worded(avg_videos_per_user, (value) => value.toFixed(1)),
            help: "Of all accounts",
          },
        ]}
      />
      <Pair>
        {isRead && <StorageGrowth days={storage_growth} />}
        {uploads && <UploadsPerDay days={uploads} />}
      </Pair>
      {isRead && (
        <LevelCard
          title="Popular Durations"
          help="How long what people record is."
          label="Popular durations"
          full={FULL_RANGE}
          rows={popular_durations.map(({ range, count }) => ({ name: range, count }))}
        />
      )}
    </Section>
  );
}

function StorageGrowth({ days }: { days: Content["storage_growth"] }) {
  return (
    <Chart
      title="Storage growth"
      help="What lay here at the end of each day."
      axis="Day"
      kind="area"
      places={days.map(({ date }) => formatDate(date))}
      series={[{ name: "Stored", values: days.map(({ storage_gb }) => storage_gb) }]}
      format={formatGigabytes}
    />
  );
}

function UploadsPerDay({ days }: { days: AnalyticsDays["uploads"] }) {
  return (
    <Chart
      title="Uploads per day"
      help="Recordings and imports that arrived."
      axis="Day"
      kind="bars"
      places={days.map(({ date }) => formatDate(date))}
      series={[{ name: "Uploads", values: days.map(({ uploads }) => uploads), tone: "accent" }]}
      format={formatCount}
    />
  );
}
