import type { Analytics, AnalyticsDays } from "#contract/analytics.ts";
import { Figures } from "#web/features/admin/figures.tsx";
import { formatGigabytes } from "#web/lib/format.ts";
import { LevelCard } from "./level-card.tsx";
import { DayChart, Pair, Section, worded } from "./section.tsx";

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
        {isRead && (
          <DayChart
            title="Storage growth"
            help="The size of all recordings at the end of each day."
            kind="area"
            days={storage_growth}
            series={[{ name: "Stored", values: storage_growth.map((day) => day.storage_gb) }]}
            format={formatGigabytes}
          />
        )}
        {uploads && (
          <DayChart
            title="Uploads per day"
            help="Recordings and imports that arrived."
            kind="bars"
            days={uploads}
            series={[
              { name: "Uploads", values: uploads.map((day) => day.uploads), tone: "accent" },
            ]}
            format={formatCount}
          />
        )}
      </Pair>
      {isRead && (
        <LevelCard
          title="Popular Durations"
          help="Recordings by their length."
          label="Popular durations"
          full={FULL_RANGE}
          rows={popular_durations.map(({ range, count }) => ({ name: range, count }))}
        />
      )}
    </Section>
  );
}
