import type { Role } from "#contract/auth.ts";

const names = { user: "User", admin: "Admin", super_admin: "Super Admin" } as const;

export const roleName = (role: Role) => names[role];

export const roles = (["user", "admin", "super_admin"] as const).map((value) => ({
  value,
  label: roleName(value),
}));
