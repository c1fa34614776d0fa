import { useMutation } from "@tanstack/react-query";
import type { AdminUser } from "#contract/admin-users.ts";
import type { Role, User } from "#contract/auth.ts";
import { changeRole, changeSuspension, confirmEmail } from "#web/data/admin-users.ts";
import { roleName, roles } from "#web/features/admin/roles.tsx";
import { Select } from "#web/ui/controls/select.tsx";
import { WriteButton } from "#web/ui/controls/write-button.tsx";
import { askBefore } from "#web/ui/layers/confirm.tsx";

/** Whether the server would accept a change of this user; a change that it would refuse is not offered. */
export const mayChange = (self: User, user: Pick<User, "id" | "role">) =>
  self.id !== user.id && (user.role !== "super_admin" || self.role === "super_admin");

export function Controls({ user, self }: { user: AdminUser; self: User }) {
  const { username, suspended } = user;
  const role = useMutation(changeRole(user.id));
  const askRole = (next: Role) =>
    askBefore(() => role.mutate(next), {
      title: `Make ${username} ${roleName(next)}?`,
      description: FOLLOWS[next],
    })();
  return (
    <div className="flex items-center gap-2">
      {self.role === "super_admin" && (
        <Select
          label={`Role of ${username}`}
          labelHidden
          size="sm"
          className="w-32"
          value={user.role}
          options={roles}
          busy={role.isPending}
          onChange={(next) => next !== user.role && void askRole(next)}
        />
      )}
      <WriteButton
        size="sm"
        tone={suspended ? "secondary" : "danger"}
        write={changeSuspension(user.id)}
        input={!suspended}
        question={questionBefore(user)}
      >
        {suspended ? "Activate" : "Suspend"}
      </WriteButton>
    </div>
  );
}

const questionBefore = ({ username, suspended }: AdminUser) =>
  suspended
    ? {
        title: `Activate ${username}?`,
        description: "They can sign in again, and their links open again.",
      }
    : {
        title: `Suspend ${username}?`,
        description:
          "They are signed out everywhere and cannot sign in, and what they share opens for nobody. Nothing is deleted.",
        danger: true,
      };

/** The button that confirms an address by hand, where neither Google nor an email has done so. */
export function ConfirmEmail({ user }: { user: AdminUser }) {
  const question = {
    title: `Does ${user.email} belong to ${user.username}?`,
    description: "Links that were shared with this address open for this account from then on.",
  };
  return user.email_confirmed ? null : (
    <WriteButton size="sm" write={confirmEmail(user.id)} question={question}>
      Confirm email
    </WriteButton>
  );
}

const FOLLOWS: Record<Role, string> = {
  user: "They see and change what is theirs, and the admin area no longer opens for them.",
  admin:
    "They see every account and every recording, and may suspend people and delete what they have recorded.",
  super_admin:
    "They may do everything, also change roles and the settings of the server, and take this role from you.",
};
