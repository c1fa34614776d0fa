import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { UserPage } from "#contract/admin-users.ts";
import { type Role, User } from "#contract/auth.ts";
import { request } from "#web/lib/request.ts";
import { adminKey } from "./admin.ts";
import { serversWords, write } from "./write.ts";

export const usersQuery = (query: { page: number; search: string }) =>
  queryOptions({
    queryKey: [...adminKey, "users", query],
    queryFn: ({ signal }) => request("GET", "/admin/users", UserPage, { query, signal }),
    placeholderData: keepPreviousData,
  });

export const changeRole = (id: string) =>
  write<Role, User>({
    send: (role) => request("PUT", `/admin/users/${id}/role`, User, { body: { role } }),
    stale: adminKey,
    success: ({ role }) => `Role updated successfully to ${role}`,
    failure: serversWords("Failed to update user role"),
  });

export const confirmEmail = (id: string) =>
  write<void, User>({
    send: () => request("PUT", `/admin/users/${id}/confirm-email`, User),
    stale: adminKey,
    success: ({ email }) => `${email} is confirmed`,
    failure: serversWords("Failed to confirm the e-mail address"),
  });

export const changeSuspension = (id: string) =>
  write<boolean, User>({
    send: (suspended) =>
      request("PUT", `/admin/users/${id}/suspend`, User, { body: { suspended } }),
    stale: adminKey,
    success: ({ suspended }) =>
      suspended ? "User suspended successfully" : "User activated successfully",
    failure: serversWords("Failed to update user status"),
  });
