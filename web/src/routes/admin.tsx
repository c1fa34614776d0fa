import { createFileRoute, Navigate, Outlet, redirect } from "@tanstack/react-router";
import { useKeepAlive } from "#web/features/account/keep-alive.ts";
import { roleName } from "#web/features/admin/roles.tsx";
import { Bell } from "#web/features/notices/bell.tsx";
import { AnnouncementBanner } from "#web/features/settings/announcement.tsx";
import { AdminShell } from "#web/features/shell/admin-shell.tsx";
import { isAdmin, session, useUser, wayBack } from "#web/lib/session.ts";

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
  const user = useUser();
  // A person who is no longer an admin is shown out.
  if (!isAdmin(user)) return <Navigate to="/dashboard" />;
  return (
    <AdminShell detail={roleName(user.role)} tools={<Bell />}>
      <AnnouncementBanner />
      <Outlet />
    </AdminShell>
  );
}
