import { createFileRoute, Outlet, redirect } from "@tanstack/react-router";
import { AdminShell } from "#web/features/admin/admin-shell.tsx";
import { isAdmin, session } from "#web/lib/session.ts";

export const Route = createFileRoute("/admin")({
  beforeLoad: ({ location }) => {
    const now = session();
    if (now.status !== "signed-in") {
      throw redirect({ to: "/login", search: { redirect: location.href } });
    }
    if (!isAdmin(now.user)) throw redirect({ to: "/dashboard" });
  },
  component: () => (
    <AdminShell>
      <Outlet />
    </AdminShell>
  ),
});
