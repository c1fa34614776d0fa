import { z } from "zod";
import { ADMIN_PAGE_SIZE, pageOf, pageQuery } from "./admin-pages.ts";
import { Role, User } from "./auth.ts";
import type { Operation } from "./common.ts";

export const AdminUsersQuery = z.object({
  ...pageQuery(ADMIN_PAGE_SIZE),
  search: z.string().trim().max(200).default(""),
});
export const AdminUser = User.extend({
  email_confirmed: z.boolean().describe("Google, a letter or an admin says that it is theirs"),
});
export type AdminUser = z.infer<typeof AdminUser>;
export const UserPage = pageOf("users", AdminUser);
export type UserPage = z.infer<typeof UserPage>;

export const ChangeRole = z.object({ role: Role });
export const ChangeSuspension = z.object({ suspended: z.boolean() });

export const adminUserOperations: Operation[] = [
  {
    call: "GET /admin/users",
    id: "listUsers",
    summary: "Accounts, a page at a time",
    access: "admin",
    query: AdminUsersQuery,
    answer: UserPage,
  },
  {
    call: "PUT /admin/users/{id}/role",
    id: "changeRole",
    summary: "Change somebody's role (super admins)",
    access: "admin",
    body: ChangeRole,
    answer: User,
  },
  {
    call: "PUT /admin/users/{id}/suspend",
    id: "changeSuspension",
    summary: "Suspend or activate somebody",
    access: "admin",
    body: ChangeSuspension,
    answer: User,
  },
  {
    call: "PUT /admin/users/{id}/confirm-email",
    id: "confirmEmail",
    summary: "Confirm that somebody's e-mail address is theirs: links for it open for them",
    access: "admin",
    answer: User,
  },
];
