import type { Role } from "#contract/auth.ts";

const names: Record<Role, string> = { user: "User", admin: "Admin", super_admin: "Super Admin" };

export const roleName = (role: Role) => names[role];
