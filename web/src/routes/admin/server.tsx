import { createFileRoute, redirect } from "@tanstack/react-router";
import { ServerSettingsPage } from "#web/features/admin/server/settings-page.tsx";
import { sessionRole } from "#web/lib/session.ts";
import { PageError } from "#web/ui/page/page-notice.tsx";

export const Route = createFileRoute("/admin/server")({
  beforeLoad: () => {
    if (sessionRole() !== "super_admin") throw redirect({ to: "/admin" });
  },
  head: () => ({ meta: [{ title: "Server Settings · Kinora" }] }),
  component: ServerSettingsPage,
  errorComponent: (props) => <PageError {...props} title="Failed to load the settings" />,
});
