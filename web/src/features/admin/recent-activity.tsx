import { useQuery } from "@tanstack/react-query";
import { Database, UserPlus, Video } from "lucide-react";
import type { Activity } from "#contract/admin-dashboard.ts";
import { activityQuery } from "#web/data/admin-dashboard.ts";
import { formatDateTime } from "#web/lib/format.ts";
import { Card, CardBody, CardHead } from "#web/ui/card.tsx";

const icons = { users: UserPlus, video: Video, database: Database };

/** Nobody's work depends on this list: when it cannot be read, the page stands without it. */
export function RecentActivityList() {
  const { data } = useQuery(activityQuery);
  const activities = data?.activities ?? [];
  return (
    <Card>
      <CardHead title="Recent Activity" />
      <CardBody>
        {activities.length === 0 ? (
          <p className="text-14 text-ink-2">No recent activity</p>
        ) : (
          <ol className="grid gap-4">
            {activities.slice(0, SHOWN).map((activity) => (
              <Row key={`${activity.timestamp} ${activity.title}`} activity={activity} />
            ))}
          </ol>
        )}
      </CardBody>
    </Card>
  );
}

const SHOWN = 10;

function Row({ activity }: { activity: Activity }) {
  const Icon = icons[activity.icon];
  return (
    <li className="flex gap-3">
      <span className="grid size-8 shrink-0 place-items-center rounded-full bg-wash text-ink-2">
        <Icon aria-hidden="true" className="size-4" />
      </span>
      <div className="min-w-0">
        <p className="text-14 [overflow-wrap:anywhere]">{activity.title}</p>
        <time className="text-12 text-ink-3 tabular-nums" dateTime={activity.timestamp}>
          {formatDateTime(activity.timestamp)}
        </time>
      </div>
    </li>
  );
}
