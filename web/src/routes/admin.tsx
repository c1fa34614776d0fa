import { createFileRoute, Outlet, redirect } from "@tanstack/react-router";
import { useKeepAlive } from "#web/features/account/keep-alive.ts";
import { AdminShell } from "#web/features/admin/admin-shell.tsx";
import { isAdmin, session, wayBack } from "#web/lib/session.ts";

export const Route = createFileRoute("/admin")({
  beforeLoad: ({ location }) => {
    const now = session();
    if (now.status !== "signed-in") throw redirect({ to: "/login", search: wayBack(location) });
    if (!isAdmin(now.user)) throw redirect({ to: "/dashboard" });
  },
  component: Admin,
});

function Admin() {
  useKeepAlive();
  return (
    <AdminShell>
      <Outlet />
    </AdminShell>
  );
}
