import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { activeUsersQuery } from "#web/data/admin-dashboard.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { TitledCard } from "#web/ui/card.tsx";
import { Pagination, useNoPageBeyond } from "#web/ui/pagination.tsx";

const looks = {
  online: { tone: "ok", text: "Online" },
  away: { tone: "warn", text: "Away" },
  idle: { tone: "plain", text: "Idle" },
} as const;

export function ActiveUsers() {
  const [page, setPage] = useState(1);
  const { data, isLoadingError } = useQuery(activeUsersQuery(page));
  useNoPageBeyond(page, data?.total_pages ?? page, setPage);
  return (
    <TitledCard
      title="Currently Active Users"
      help="In the last 15 minutes."
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
    >
      {isLoadingError && <p className="text-14 text-ink-2">Cannot be read just now</p>}
      {data?.users.length === 0 && <p className="text-14 text-ink-2">Nobody right now</p>}
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {data?.users.map(({ id, username, email, profile_picture, status }) => (
          <li key={id} className="flex items-center gap-3">
            <Avatar username={username} picture={profile_picture} />
            <Link
              to="/admin/users/$id"
              params={{ id }}
              className="grid min-w-0 flex-1 hover:underline"
            >
              <bdi className="truncate font-medium text-14">{username}</bdi>
              <span className="truncate text-12 text-ink-3">{email}</span>
            </Link>
            <Badge tone={looks[status].tone}>{looks[status].text}</Badge>
          </li>
        ))}
      </ul>
      <Pagination page={page} pages={data?.total_pages ?? 1} onPage={setPage} />
    </TitledCard>
  );
}
