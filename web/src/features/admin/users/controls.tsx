import type { AdminUser } from "#contract/admin-users.ts";
import type { User } from "#contract/auth.ts";
import { roleName } from "#web/features/admin/role-name.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Select } from "#web/ui/controls/select.tsx";
import { useActs } from "./acts.ts";

const roles = (["user", "admin", "super_admin"] as const).map((value) => ({
  value,
  label: roleName(value),
}));

/** Whether the server would accept a change of this user; a change that it would refuse is not offered. */
export const mayChange = (self: User, user: Pick<User, "id" | "role">) =>
  self.id !== user.id && (user.role !== "super_admin" || self.role === "super_admin");

export function Controls({ user, self }: { user: AdminUser; self: User }) {
  const acts = useActs(user);
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
          disabled={acts.isChangingRole}
          onChange={(next) => next !== user.role && void acts.askRole(next)}
        />
      )}
      <Button
        size="sm"
        tone={user.suspended ? "secondary" : "danger"}
        busy={acts.isSuspending}
        onClick={() => void acts.askSuspension()}
      >
        {user.suspended ? "Activate" : "Suspend"}
      </Button>
    </div>
  );
}

/** The button that confirms an address by hand, where neither Google nor an email has done so. */
export function ConfirmEmail({ user }: { user: AdminUser }) {
  const { isConfirming, askConfirmation } = useActs(user);
  return user.email_confirmed ? null : (
    <Button size="sm" busy={isConfirming} onClick={() => void askConfirmation()}>
      Confirm email
    </Button>
  );
}
