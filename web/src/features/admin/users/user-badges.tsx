import type { Role, User } from "#contract/auth.ts";
import { roleName } from "#web/features/admin/role-name.ts";
import { Badge } from "#web/ui/badge.tsx";

const tones = { user: "plain", admin: "info", super_admin: "ink" } as const;

export const RoleBadge = ({ role }: { role: Role }) => (
  <Badge tone={tones[role]}>{roleName(role)}</Badge>
);

export const StatusBadge = ({ suspended }: { suspended: boolean }) => (
  <Badge tone={suspended ? "warn" : "ok"}>{suspended ? "Suspended" : "Active"}</Badge>
);

/** How somebody signs in: the provider's name, or 'Password'. */
export function wayIn({ oauth_provider }: Pick<User, "oauth_provider">) {
  if (!oauth_provider) return "Password";
  return oauth_provider.charAt(0).toUpperCase() + oauth_provider.slice(1);
}
