import { createFileRoute, Navigate, Outlet, redirect } from "@tanstack/react-router";
import { useKeepAlive } from "#web/features/account/keep-alive.ts";
import { AdminShell } from "#web/features/admin/admin-shell.tsx";
import { Bell } from "#web/features/notices/bell.tsx";
import { AnnouncementBanner } from "#web/features/settings/announcement.tsx";
import { SearchInBar, SearchInSidebar, usePalette } from "#web/features/shell/use-palette.tsx";
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
  const { search, layer } = usePalette();
  // A person who is no longer an admin is shown out.
  const mayStay = isAdmin(useUser());
  if (!mayStay) return <Navigate to="/dashboard" />;
  return (
    <AdminShell
      tools={
        <>
          <Bell />
          <SearchInBar onSearch={search} />
        </>
      }
      head={<SearchInSidebar onSearch={search} />}
    >
      <AnnouncementBanner />
      <Outlet />
      {layer}
    </AdminShell>
  );
}
