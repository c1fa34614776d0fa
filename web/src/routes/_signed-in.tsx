import { createFileRoute, Outlet, redirect } from "@tanstack/react-router";
import { recordingsKey } from "#web/data/recordings.ts";
import { useKeepAlive } from "#web/features/account/keep-alive.ts";
import { Bell } from "#web/features/notices/bell.tsx";
import { Recovery } from "#web/features/recorder/recover/recovery.tsx";
import { Shell } from "#web/features/shell/shell.tsx";
import { subscriptionKey } from "#web/features/subscriptions/queries.ts";
import { useStaleTopic } from "#web/lib/realtime.ts";
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
  const user = useUser();
  useStaleTopic(`user:${user.id}`, [recordingsKey, subscriptionKey]);
  return (
    <Shell tools={<Bell />}>
      <Recovery userId={user.id} />
      <Outlet />
    </Shell>
  );
}
