import { createFileRoute } from "@tanstack/react-router";
import { AnalyticsPage } from "#web/features/admin/analytics/analytics-page.tsx";
import { oneOf } from "#web/lib/search.ts";

const periods = ["7days", "30days", "90days", "1year"] as const;
const USUAL = "30days";

export const Route = createFileRoute("/admin/analytics")({
  head: () => ({ meta: [{ title: "Analytics · Kinora" }] }),
  validateSearch: (search): { period?: (typeof periods)[number] | undefined } => ({
    period: oneOf(periods, search.period),
  }),
  component: Analytics,
});

function Analytics() {
  const { period = USUAL } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <AnalyticsPage
      period={period}
      onPeriod={(next) =>
        void navigate({ search: { period: next === USUAL ? undefined : next }, replace: true })
      }
    />
  );
}
