import { createFileRoute, redirect } from "@tanstack/react-router";
import { OperationsPage } from "#web/features/admin/operations/operations-page.tsx";
import { sessionRole } from "#web/lib/session.ts";
import { PageError } from "#web/ui/page/page-notice.tsx";

export const Route = createFileRoute("/admin/operations")({
  beforeLoad: () => {
    if (sessionRole() !== "super_admin") throw redirect({ to: "/admin" });
  },
  head: () => ({ meta: [{ title: "Operations · Kinora" }] }),
  component: OperationsPage,
  errorComponent: (props) => <PageError {...props} title="Failed to load operations" />,
});
