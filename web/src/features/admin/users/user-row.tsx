import { Link } from "@tanstack/react-router";
import type { AdminUser } from "#contract/admin-users.ts";
import type { User } from "#contract/auth.ts";
import { formatDate } from "#web/lib/format.ts";
import { cx } from "#web/ui/cx.ts";
import { Td, Tr } from "#web/ui/table.tsx";
import { Controls, mayChange } from "./controls.tsx";
import { placeOf, TWO_LINES } from "./two-lines.ts";
import { RoleBadge, StatusBadge, wayIn } from "./user-badges.tsx";

interface Props {
  user: AdminUser;
  self: User;
}

export function UserRow({ user, self }: Props) {
  return (
    <Tr className={TWO_LINES}>
      <Td className={cx("font-medium @7xl:max-w-56", placeOf.username)}>
        <Link
          to="/admin/users/$id"
          params={{ id: user.id }}
          className="block truncate hover:underline"
        >
          {user.username}
        </Link>
      </Td>
      <Td label="Email" className={cx("text-ink-2 @7xl:max-w-64", placeOf.email)}>
        <span className="block truncate">{user.email}</span>
      </Td>
      <Td label="Role" className={placeOf.role}>
        <RoleBadge role={user.role} />
      </Td>
      <Td label="Auth Type" className={cx("whitespace-nowrap text-ink-2", placeOf.auth)}>
        {wayIn(user)}
      </Td>
      <Td label="Plan" className={cx("text-ink-2", placeOf.plan)}>
        {user.plan}
      </Td>
      <Td label="Status" className={placeOf.status}>
        <StatusBadge suspended={user.suspended} />
      </Td>
      <Td label="Joined" className={cx("whitespace-nowrap text-ink-2", placeOf.joined)}>
        {formatDate(user.created_at)}
      </Td>
      <Td className={cx("@4xl:py-1.5", placeOf.actions)}>
        {mayChange(self, user) && <Controls user={user} self={self} />}
      </Td>
    </Tr>
  );
}
