import { createFileRoute } from "@tanstack/react-router";
import { DashboardPage } from "#web/features/admin/dashboard-page.tsx";
import { PageError } from "#web/ui/page/page-notice.tsx";

export const Route = createFileRoute("/admin/")({
  head: () => ({ meta: [{ title: "Admin · Kinora" }] }),
  component: DashboardPage,
  errorComponent: (props) => <PageError {...props} title="Failed to load dashboard statistics" />,
});
