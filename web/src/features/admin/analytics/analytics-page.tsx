import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import type { Period } from "#contract/analytics.ts";
import { activeUsersQuery } from "#web/data/admin-dashboard.ts";
import { analyticsQuery, exportReport } from "#web/data/analytics.ts";
import { ActiveUsers } from "#web/features/admin/active-users.tsx";
import { Card } from "#web/ui/card.tsx";
import { Button } from "#web/ui/controls/button.tsx";
import { Segmented } from "#web/ui/controls/segmented.tsx";
import { WriteButton } from "#web/ui/controls/write-button.tsx";
import { Banner } from "#web/ui/page/banner.tsx";
import { Page, PageHead } from "#web/ui/page/page.tsx";
import { Loading } from "#web/ui/skeleton.tsx";
import { Section } from "./section.tsx";
import { ContentAnalytics, PerformanceMetrics, UserBehavior } from "./sections.tsx";

const periods: { value: Period; label: string }[] = [
  { value: "7days", label: "7 days" },
  { value: "30days", label: "30 days" },
  { value: "90days", label: "90 days" },
  { value: "1year", label: "1 year" },
];

interface Props {
  period: Period;
  onPeriod: (period: Period) => void;
}

export function AnalyticsPage({ period, onPeriod }: Props) {
  const { data, ...query } = useQuery(analyticsQuery(period));
  // A list that came later would push the page below it. The page waits once: a list that could not be read is
  // pending again with each new reading.
  const present = useQuery(activeUsersQuery(1));
  const isPending = query.isPending || !present.isFetched;
  const all = { type: "full", period } as const;
  return (
    <Page>
      <PageHead
        title="Analytics"
        help="How people use this server, what they keep on it, and how well it works."
        actions={
          <>
            <Segmented label="Period" value={period} choices={periods} onChange={onPeriod} />
            <WriteButton tone="primary" icon={<Download />} write={exportReport} input={all}>
              Export Report
            </WriteButton>
          </>
        }
      />
      {!isPending && query.isError && (
        <Banner
          tone="error"
          action={
            <Button size="sm" busy={query.isFetching} onClick={() => void query.refetch()}>
              Retry
            </Button>
          }
        >
          Failed to load analytics
        </Banner>
      )}
      {isPending ? (
        <Loading
          label="Loading analytics"
          className="grid gap-4"
          blocks={["h-28 rounded-12", "h-80 rounded-12"]}
        />
      ) : (
        <>
          <PerformanceMetrics analytics={data} />
          <ActiveUsers />
          <UserBehavior behavior={data?.user_behavior} />
          <ContentAnalytics analytics={data} />
          <ExportReports period={period} />
        </>
      )}
    </Page>
  );
}

const reports = [
  {
    type: "users",
    title: "Users Report",
    help: "Every account, with what it holds and when it was last here.",
  },
  {
    type: "revenue",
    title: "Revenue Report",
    help: "Payments of the period: by whom, for what, and until when.",
  },
  {
    type: "usage",
    title: "Usage Report",
    help: "Every recording made in the period, and its owner.",
  },
] as const;

function ExportReports({ period }: { period: Period }) {
  return (
    <Section title="Export Reports">
      <div className="grid gap-4 sm:grid-cols-3">
        {reports.map(({ type, title, help }) => (
          <Card key={type} className="grid content-between gap-4 p-5">
            <div className="grid gap-1">
              <h3 className="font-semibold text-14">{title}</h3>
              <p className="text-13 text-ink-2">{help}</p>
            </div>
            <WriteButton
              size="sm"
              block
              aria-label={`Export CSV: ${type} report`}
              write={exportReport}
              input={{ type, period }}
            >
              Export CSV
            </WriteButton>
          </Card>
        ))}
      </div>
    </Section>
  );
}
