import { Link } from "@tanstack/react-router";
import type { AdminUser } from "#contract/admin-users.ts";
import type { User } from "#contract/auth.ts";
import { formatDate } from "#web/lib/format.ts";
import { Td, Tr } from "#web/ui/table.tsx";
import { Controls, mayChange } from "./controls.tsx";
import { RoleBadge, StatusBadge, wayIn } from "./user-badges.tsx";

interface Props {
  user: AdminUser;
  self: User;
}

export function UserRow({ user, self }: Props) {
  return (
    <Tr>
      <Td className="font-medium @4xl:max-w-40 @7xl:max-w-56">
        <Link
          to="/admin/users/$id"
          params={{ id: user.id }}
          className="block truncate hover:underline"
        >
          {user.username}
        </Link>
      </Td>
      <Td label="Email" className="text-ink-2 @4xl:max-w-44 @7xl:max-w-64">
        <span className="block truncate">{user.email}</span>
      </Td>
      <Td label="Role">
        <RoleBadge role={user.role} />
      </Td>
      <Td label="Auth Type" className="whitespace-nowrap text-ink-2">
        {wayIn(user)}
      </Td>
      <Td label="Plan" className="text-ink-2">
        {user.plan}
      </Td>
      <Td label="Status">
        <StatusBadge suspended={user.suspended} />
      </Td>
      <Td label="Joined" className="whitespace-nowrap text-ink-2">
        {formatDate(user.created_at)}
      </Td>
      <Td className="@4xl:py-1.5">
        {mayChange(self, user) && <Controls user={user} self={self} />}
      </Td>
    </Tr>
  );
}
