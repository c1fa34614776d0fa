import { useMutation } from "@tanstack/react-query";
import { Activity, CreditCard, FileText, Users } from "lucide-react";
import type { ReactNode } from "react";
import type { Period } from "#contract/analytics.ts";
import type { ReportType } from "#contract/reports.ts";
import { exportReport } from "#web/data/analytics.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Section } from "./section.tsx";

interface Report {
  type: ReportType;
  title: string;
  help: string;
  icon: ReactNode;
}

const reports: Report[] = [
  {
    type: "users",
    title: "Users Report",
    help: "Every account, with what it holds and when it was last here.",
    icon: <Users />,
  },
  {
    type: "revenue",
    title: "Revenue Report",
    help: "Who paid in the period, for what, and until when.",
    icon: <CreditCard />,
  },
  {
    type: "usage",
    title: "Usage Report",
    help: "Every recording made in the period, and whose it is.",
    icon: <Activity />,
  },
  {
    type: "full",
    title: "Full Report",
    help: "All three, one after the other in one file.",
    icon: <FileText />,
  },
];

export function ExportReports({ period }: { period: Period }) {
  return (
    <Section title="Export Reports">
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {reports.map((report) => (
          <ReportCard key={report.type} report={report} period={period} />
        ))}
      </div>
    </Section>
  );
}

function ReportCard({ report, period }: { report: Report; period: Period }) {
  const { type, title, help, icon } = report;
  const { mutate, isPending } = useMutation(exportReport);
  return (
    <Card className="grid content-between gap-4 p-5">
      <div className="grid gap-3">
        <span
          aria-hidden="true"
          className="grid size-9 place-items-center rounded-8 bg-wash text-ink-2 [&_svg]:size-4.5"
        >
          {icon}
        </span>
        <div className="grid gap-1">
          <h3 className="font-semibold text-14">{title}</h3>
          <p className="text-13 text-ink-2">{help}</p>
        </div>
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
