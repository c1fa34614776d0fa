import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ActiveUser } from "#contract/admin-dashboard.ts";
import { activeUsersQuery } from "#web/data/admin-dashboard.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Card, CardBody, CardHead } from "#web/ui/card.tsx";
import { Pagination } from "#web/ui/pagination.tsx";

const looks = {
  online: { tone: "ok", text: "Online" },
  away: { tone: "warn", text: "Away" },
  idle: { tone: "plain", text: "Idle" },
} as const;

export function ActiveUsers() {
  const [page, setPage] = useState(1);
  const { data } = useQuery(activeUsersQuery(page));
  return (
    <Card>
      <CardHead title="Currently Active Users" help="In the last 15 minutes." />
      <CardBody className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {data?.users.length === 0 && <p className="text-14 text-ink-2">Nobody right now</p>}
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
          {data?.users.map((user) => (
            <Row key={user.id} user={user} />
          ))}
        </ul>
        <Pagination page={page} pages={data?.total_pages ?? 1} onPage={setPage} />
      </CardBody>
    </Card>
  );
}

function Row({ user }: { user: ActiveUser }) {
  const { tone, text } = looks[user.status];
  return (
    <li className="flex items-center gap-3">
      <Avatar username={user.username} picture={user.profile_picture} />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium text-14">{user.username}</p>
        <p className="truncate text-12 text-ink-3">{user.email}</p>
      </div>
      <Badge tone={tone}>{text}</Badge>
    </li>
  );
}
