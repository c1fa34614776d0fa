import { useMutation } from "@tanstack/react-query";
import type { Period } from "#contract/analytics.ts";
import { exportReport } from "#web/data/analytics.ts";
import { Card } from "#web/ui/card.tsx";
import { Button } from "#web/ui/controls/button.tsx";
import { Section } from "./section.tsx";

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

export function ExportReports({ period }: { period: Period }) {
  return (
    <Section title="Export Reports">
      <div className="grid gap-4 sm:grid-cols-3">
        {reports.map((report) => (
          <ReportCard key={report.type} {...report} period={period} />
        ))}
      </div>
    </Section>
  );
}

type ReportProps = (typeof reports)[number] & { period: Period };

function ReportCard({ type, title, help, period }: ReportProps) {
  const { mutate, isPending } = useMutation(exportReport);
  return (
    <Card className="grid content-between gap-4 p-5">
      <div className="grid gap-1">
        <h3 className="font-semibold text-14">{title}</h3>
        <p className="text-13 text-ink-2">{help}</p>
      </div>
      <Button
        size="sm"
        block
        busy={isPending}
        aria-label={`Export CSV: ${type} report`}
        onClick={() => mutate({ type, period })}
      >
        Export CSV
      </Button>
    </Card>
  );
}
