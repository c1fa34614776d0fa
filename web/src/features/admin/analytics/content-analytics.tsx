import type { Analytics, AnalyticsDays } from "#contract/analytics.ts";
import { Figures } from "#web/features/admin/figures.tsx";
import { formatDate, formatGigabytes } from "#web/lib/format.ts";
import { Card, CardBody, CardHead } from "#web/ui/card.tsx";
import { Chart } from "#web/ui/charts/chart.tsx";
import { LevelBars } from "#web/ui/charts/level-bars.tsx";
import { Pair, Section, worded } from "./section.tsx";

interface Props {
  content: Analytics["content_analytics"];
  uploads: AnalyticsDays["uploads"];
}

/** The specification's: the bar of so many is full. */
const FULL_RANGE = 500;

const formatCount = (value: number) => value.toLocaleString("en");

export function ContentAnalytics({ content, uploads }: Props) {
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
        <Chart
          title="Storage growth"
          help="What lay here at the end of each day."
          axis="Day"
          kind="area"
          places={storage_growth.map(({ date }) => formatDate(date))}
          series={[{ name: "Stored", values: storage_growth.map(({ storage_gb }) => storage_gb) }]}
          format={formatGigabytes}
        />
        <Chart
          title="Uploads per day"
          help="Recordings and imports that arrived."
          axis="Day"
          kind="bars"
          places={uploads.map(({ date }) => formatDate(date))}
          series={[{ name: "Uploads", values: uploads.map((day) => day.uploads), tone: "accent" }]}
          format={formatCount}
        />
      </Pair>
      <Card>
        <CardHead title="Popular Durations" help="How long what people record is." />
        <CardBody>
          {popular_durations.length === 0 ? (
            <p className="text-14 text-ink-2">Nothing was measured yet</p>
          ) : (
            <LevelBars
              label="Popular durations"
              full={FULL_RANGE}
              rows={popular_durations.map(({ range, count }) => ({ name: range, count }))}
            />
          )}
        </CardBody>
      </Card>
    </Section>
  );
}
