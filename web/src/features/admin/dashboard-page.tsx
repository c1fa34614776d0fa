import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Database, UserPlus, Video } from "lucide-react";
import { activeUsersQuery, activityQuery, statsQuery } from "#web/data/admin-dashboard.ts";
import { formatDateTime, formatGigabytes } from "#web/lib/format.ts";
import { useUser } from "#web/lib/session.ts";
import { TitledCard } from "#web/ui/card.tsx";
import { Page, PageHead } from "#web/ui/page/page.tsx";
import { Loading } from "#web/ui/skeleton.tsx";
import { ActiveUsers } from "./active-users.tsx";
import { Figures } from "./figures.tsx";

export function DashboardPage() {
  const { username } = useUser();
  const { data } = useSuspenseQuery(statsQuery);
  // One above the other on narrow screens: neither comes before the other, or it would push it down.
  const lists = [useQuery(activityQuery), useQuery(activeUsersQuery(1))];
  return (
    <Page>
      <PageHead
        title="Dashboard Overview"
        help={`Welcome back, ${username}.`}
        actions={actions.map(([to, name]) => (
          <Link
            key={to}
            to={to}
            className="py-1 not-last:mr-3 text-13 text-ink-2 underline underline-offset-4"
          >
            {name}
          </Link>
        ))}
      />
      <Figures
        figures={[
          ["Total Users", String(data.total_users), "Registered accounts"],
          ["Total Videos", String(data.total_videos), "Uploaded recordings"],
          ["Storage Used", formatGigabytes(data.total_storage_gb), "Without drives"],
          ["Active Subscriptions", String(data.active_subscriptions), "Premium users"],
          ["Monthly Revenue", `$${data.total_revenue_usd.toFixed(2)}`, "Recurring"],
        ]}
      />
      {lists.some(({ isFetched }) => !isFetched) ? (
        <Loading label="Loading recent activity" blocks={["h-64 rounded-12"]} />
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-2">
          <RecentActivityList />
          <ActiveUsers />
        </div>
      )}
    </Page>
  );
}

const actions = [
  ["/admin/users", "Manage Users"],
  ["/admin/videos", "Moderate Videos"],
  ["/admin/analytics", "View Analytics"],
] as const;

const icons = { users: UserPlus, video: Video, database: Database };

/** Nobody's work depends on this list: when it cannot be read, the page stands without it. */
function RecentActivityList() {
  const { data } = useQuery(activityQuery);
  const activities = data?.activities ?? [];
  return (
    <TitledCard title="Recent Activity">
      {activities.length === 0 ? (
        <p className="text-14 text-ink-2">No recent activity</p>
      ) : (
        <ol className="grid gap-4">
          {activities.slice(0, SHOWN).map(({ icon, title, timestamp }) => {
            const Icon = icons[icon];
            return (
              <li key={`${timestamp} ${title}`} className="flex gap-3">
                <span className="grid size-8 shrink-0 place-items-center rounded-full bg-wash text-ink-2">
                  <Icon className="size-4" />
                </span>
                <div className="min-w-0">
                  <p className="text-14 [overflow-wrap:anywhere]">{title}</p>
                  <time className="text-12 text-ink-3 tabular-nums" dateTime={timestamp}>
                    {formatDateTime(timestamp)}
                  </time>
                </div>
              </li>
            );
          })}
        </ol>
      )}
    </TitledCard>
  );
}

const SHOWN = 10;
