import { createFileRoute, Outlet, redirect } from "@tanstack/react-router";
import { userTopic } from "#contract/events.ts";
import { preferencesQuery } from "#web/data/account.ts";
import { driveQuery } from "#web/data/drive.ts";
import { useStaleTopic } from "#web/data/realtime.ts";
import { recordingsKey } from "#web/data/recordings.ts";
import { subscriptionKey } from "#web/data/subscriptions.ts";
import { useKeepAlive } from "#web/features/account/keep-alive.ts";
import { Bell } from "#web/features/notices/bell.tsx";
import { Recovery } from "#web/features/recorder/recover/recovery.tsx";
import { RecordInSidebar } from "#web/features/recorder/screens/record-in-sidebar.tsx";
import { AnnouncementBanner } from "#web/features/settings/announcement.tsx";
import { Shell } from "#web/features/shell/shell.tsx";
import { PastDueBanner } from "#web/features/subscriptions/payment-banners.tsx";
import { session, useUser, wayBack } from "#web/lib/session.ts";

/** What the account's own channel speaks of. */
const STALE_BY_EVENT = [
  recordingsKey,
  subscriptionKey,
  driveQuery.queryKey,
  preferencesQuery.queryKey,
];

export const Route = createFileRoute("/_signed-in")({
  beforeLoad: ({ location }) => {
    if (session().status === "signed-in") return;
    throw redirect({ to: "/login", search: wayBack(location) });
  },
  component: SignedIn,
});

function SignedIn() {
  useKeepAlive();
  const user = useUser();
  useStaleTopic(userTopic(user.id), STALE_BY_EVENT);
  return (
    <Shell tools={<Bell />} recorder={(start) => <RecordInSidebar>{start}</RecordInSidebar>}>
      <Recovery userId={user.id} />
      <AnnouncementBanner />
      <PastDueBanner />
      <Outlet />
    </Shell>
  );
}
