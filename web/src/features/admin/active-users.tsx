import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { ActiveUser } from "#contract/admin-dashboard.ts";
import { activeUsersQuery } from "#web/data/admin-dashboard.ts";
import { serverNow } from "#web/lib/server-clock.ts";
import { useEvery } from "#web/lib/use-later.ts";
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
  // Between two events people fade by themselves.
  const [, look] = useState(0);
  useEvery(TICK_MS, () => look((looks) => looks + 1));
  const present = data?.users.flatMap((user) => {
    const status = presenceAt(user.last_active_at, serverNow());
    return status ? [{ ...user, status }] : [];
  });
  return (
    <TitledCard
      title="Currently Active Users"
      help="In the last 15 minutes."
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
    >
      {isLoadingError && <p className="text-14 text-ink-2">Cannot be read just now</p>}
      {present?.length === 0 && <p className="text-14 text-ink-2">Nobody right now</p>}
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {present?.map(({ id, username, email, profile_picture, status }) => (
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

const TICK_MS = 15_000;
const MINUTE = 60_000;

/** A user's presence by the minutes since their last sign of life; undefined: gone. */
export function presenceAt(lastActive: string, now: number): ActiveUser["status"] | undefined {
  const age = now - Date.parse(lastActive);
  if (age < 5 * MINUTE) return "online";
  if (age < 10 * MINUTE) return "away";
  return age < 15 * MINUTE ? "idle" : undefined;
}
