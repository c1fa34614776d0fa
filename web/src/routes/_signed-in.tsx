import { createFileRoute, Outlet, redirect } from "@tanstack/react-router";
import { useEffect } from "react";
import { useLiveAccount } from "#web/data/account-live.ts";
import { useKeepAlive } from "#web/features/account/keep-alive.ts";
import { Bell } from "#web/features/notices/bell.tsx";
import { Recovery } from "#web/features/recorder/recover/recovery.tsx";
import { RecordInSidebar } from "#web/features/recorder/screens/record-in-sidebar.tsx";
import { AnnouncementBanner } from "#web/features/settings/announcement.tsx";
import { Shell } from "#web/features/shell/shell.tsx";
import { PastDueBanner } from "#web/features/subscriptions/payment-banners.tsx";
import { keepOffline } from "#web/lib/browser/keep-offline.ts";
import { session, useUser, wayBack } from "#web/lib/session.ts";

export const Route = createFileRoute("/_signed-in")({
  beforeLoad: ({ location }) => {
    if (session().status === "signed-in") return;
    throw redirect({ to: "/login", search: wayBack(location) });
  },
  component: SignedIn,
});

function SignedIn() {
  useKeepAlive();
  useEffect(keepOffline, []);
  const user = useUser();
  useLiveAccount(user.id);
  return (
    <Shell tools={<Bell />} recorder={(start) => <RecordInSidebar>{start}</RecordInSidebar>}>
      <Recovery userId={user.id} />
      <AnnouncementBanner />
      <PastDueBanner />
      <Outlet />
    </Shell>
  );
}
