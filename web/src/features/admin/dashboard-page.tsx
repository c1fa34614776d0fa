import { useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ChartColumn, Users, Video } from "lucide-react";
import type { AdminStats } from "#contract/admin-dashboard.ts";
import { statsQuery } from "#web/data/admin-dashboard.ts";
import { formatGigabytes } from "#web/lib/format.ts";
import { useUser } from "#web/lib/session.ts";
import { buttonLook } from "#web/ui/button.tsx";
import { Page } from "#web/ui/page.tsx";
import { PageHead } from "#web/ui/page-head.tsx";
import { ActiveUsers } from "./active-users.tsx";
import { Figures } from "./figures.tsx";
import { RecentActivityList } from "./recent-activity.tsx";

export function DashboardPage() {
  const { username } = useUser();
  const { data } = useSuspenseQuery(statsQuery);
  return (
    <Page>
      <PageHead
        title="Dashboard Overview"
        help={`Welcome back, ${username}.`}
        actions={<QuickActions />}
      />
      <StatCards stats={data} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-2">
        <RecentActivityList />
        <ActiveUsers />
      </div>
    </Page>
  );
}

function QuickActions() {
  return (
    <>
      <Link to="/admin/users" className={buttonLook()}>
        <Users aria-hidden="true" />
        Manage Users
      </Link>
      <Link to="/admin/videos" className={buttonLook()}>
        <Video aria-hidden="true" />
        Moderate Videos
      </Link>
      <Link to="/admin/analytics" className={buttonLook()}>
        <ChartColumn aria-hidden="true" />
        View Analytics
      </Link>
    </>
  );
}

function StatCards({ stats }: { stats: AdminStats }) {
  const cards = [
    { name: "Total Users", value: String(stats.total_users), help: "Registered accounts" },
    { name: "Total Videos", value: String(stats.total_videos), help: "Uploaded recordings" },
    {
      name: "Storage Used",
      value: formatGigabytes(stats.total_storage_gb),
      help: "Without drives",
    },
    {
      name: "Active Subscriptions",
      value: String(stats.active_subscriptions),
      help: "Premium users",
    },
    { name: "Monthly Revenue", value: `$${stats.total_revenue_usd.toFixed(2)}`, help: "Recurring" },
  ];
  return <Figures figures={cards} />;
}
