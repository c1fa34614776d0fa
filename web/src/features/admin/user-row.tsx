import { useMutation } from "@tanstack/react-query";
import type { AdminUser } from "#contract/admin-users.ts";
import type { User } from "#contract/auth.ts";
import { changeRole, changeSuspension, confirmEmail } from "#web/data/admin-users.ts";
import { formatDate } from "#web/lib/format.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { confirm } from "#web/ui/confirm.tsx";
import { Select } from "#web/ui/select.tsx";
import { Td, Tr } from "#web/ui/table.tsx";
import { roleName } from "./role-name.ts";

const roles = (["user", "admin", "super_admin"] as const).map((value) => ({
  value,
  label: roleName(value),
}));

const roleTones = { user: "plain", admin: "info", super_admin: "ink" } as const;

interface Props {
  user: AdminUser;
  self: User;
}

export function UserRow({ user, self }: Props) {
  return (
    <Tr>
      <Td className="font-medium">{user.username}</Td>
      <Td className="text-ink-2">{user.email}</Td>
      <Td>
        <Badge tone={roleTones[user.role]}>{roleName(user.role)}</Badge>
      </Td>
      <Td className="text-ink-2 capitalize">{user.oauth_provider ?? "Password"}</Td>
      <Td>
        <Badge tone={user.suspended ? "warn" : "ok"}>
          {user.suspended ? "Suspended" : "Active"}
        </Badge>
      </Td>
      <Td className="whitespace-nowrap text-ink-2">{formatDate(user.created_at)}</Td>
      <Td>{mayChange(self, user) && <Controls user={user} self={self} />}</Td>
    </Tr>
  );
}

/** What the server would refuse is not offered. */
const mayChange = (self: User, user: User) =>
  self.id !== user.id && (user.role !== "super_admin" || self.role === "super_admin");

function Controls({ user, self }: Props) {
  const role = useMutation(changeRole(user.id));
  const suspension = useMutation(changeSuspension(user.id));
  return (
    <div className="flex items-center gap-2">
      {self.role === "super_admin" && (
        <Select
          label={`Role of ${user.username}`}
          labelHidden
          size="sm"
          className="w-32"
          value={user.role}
          options={roles}
          disabled={role.isPending}
          onChange={(next) => role.mutate(next)}
        />
      )}
      <Button
        size="sm"
        tone={user.suspended ? "secondary" : "danger"}
        busy={suspension.isPending}
        onClick={() => suspension.mutate(!user.suspended)}
      >
        {user.suspended ? "Activate" : "Suspend"}
      </Button>
      {!user.email_confirmed && <ConfirmEmail user={user} />}
    </div>
  );
}

function ConfirmEmail({ user }: { user: AdminUser }) {
  const { mutate, isPending } = useMutation(confirmEmail(user.id));
  const ask = async () => {
    const isSure = await confirm({
      title: `Confirm that ${user.email} belongs to ${user.username}?`,
      description: "Links that were shared with this address open for this account from then on.",
    });
    if (isSure) mutate();
  };
  return (
    <Button size="sm" busy={isPending} onClick={() => void ask()}>
      Confirm e-mail
    </Button>
  );
}
