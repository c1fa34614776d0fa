import { createFileRoute, Outlet, redirect } from "@tanstack/react-router";
import { lazy, Suspense, useEffect } from "react";
import { useLiveAccount } from "#web/data/account-live.ts";
import { useKeepAlive } from "#web/features/account/keep-alive.ts";
import { Bell } from "#web/features/notices/bell.tsx";
import { RecordInSidebar } from "#web/features/recorder/screens/record-in-sidebar.tsx";
import { AnnouncementBanner } from "#web/features/settings/announcement.tsx";
import { Shell } from "#web/features/shell/shell.tsx";
import { PastDueBanner } from "#web/features/subscriptions/payment-banners.tsx";
import { keepOffline } from "#web/lib/browser/keep-offline.ts";
import { session, useUser, wayBack } from "#web/lib/session.ts";

// Loaded after the page, so that no page waits for it.
const RecoveryOffer = lazy(() => import("#web/features/recorder/recover/recovery-offer.tsx"));

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
      <Suspense>
        <RecoveryOffer userId={user.id} />
      </Suspense>
      <AnnouncementBanner />
      <PastDueBanner />
      <Outlet />
    </Shell>
  );
}
