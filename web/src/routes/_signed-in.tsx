import { createFileRoute, Outlet, redirect } from "@tanstack/react-router";
import { useKeepAlive } from "#web/features/account/keep-alive.ts";
import { Bell } from "#web/features/notices/bell.tsx";
import { recordingsKey } from "#web/features/recordings/queries.ts";
import { Recovery } from "#web/features/recovery/recovery.tsx";
import { Shell } from "#web/features/shell/shell.tsx";
import { subscriptionKey } from "#web/features/subscription/queries.ts";
import { useStaleTopic } from "#web/lib/realtime.ts";
import { session, useUser } from "#web/lib/session.ts";

export const Route = createFileRoute("/_signed-in")({
  beforeLoad: ({ location }) => {
    const now = session();
    if (now.status === "signed-in") return;
    // Who has just logged out is not led back to where they were.
    const loggedOut = now.status === "signed-out" && now.last && !now.expired;
    const isHome = location.pathname === "/dashboard";
    throw redirect({
      to: "/login",
      search: loggedOut || isHome ? {} : { redirect: location.href },
    });
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
