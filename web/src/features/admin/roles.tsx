import type { Role, User } from "#contract/auth.ts";
import { Badge } from "#web/ui/badge.tsx";

const names = { user: "User", admin: "Admin", super_admin: "Super Admin" } as const;

export const roleName = (role: Role) => names[role];

export const roles = (["user", "admin", "super_admin"] as const).map((value) => ({
  value,
  label: roleName(value),
}));

const tones = { user: "plain", admin: "info", super_admin: "ink" } as const;

export const RoleBadge = ({ role }: { role: Role }) => (
  <Badge tone={tones[role]}>{roleName(role)}</Badge>
);

export const StatusBadge = ({ suspended }: { suspended: boolean }) => (
  <Badge tone={suspended ? "warn" : "ok"}>{suspended ? "Suspended" : "Active"}</Badge>
);

export function wayIn({ oauth_provider }: Pick<User, "oauth_provider">) {
  if (!oauth_provider) return "Password";
  return oauth_provider.charAt(0).toUpperCase() + oauth_provider.slice(1);
}
