import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { type GivePlan, Person, UserPage } from "#contract/admin-users.ts";
import { type Role, User } from "#contract/auth.ts";
import { Done } from "#contract/common.ts";
import { request } from "#web/lib/request.ts";
import { adminKey } from "./admin.ts";
import { serversWords, write } from "./write.ts";

export interface UsersShown {
  page: number;
  search: string;
  role?: string | undefined;
  status?: string | undefined;
  auth?: string | undefined;
  plan?: string | undefined;
  sort: string;
  order: string;
}

export const usersQuery = (query: UsersShown) =>
  queryOptions({
    queryKey: [...adminKey, "users", query],
    queryFn: ({ signal }) =>
      request("GET", "/admin/users", UserPage, { query: { ...query }, signal }),
    placeholderData: keepPreviousData,
  });

export const personQuery = (id: string) =>
  queryOptions({
    queryKey: [...adminKey, "person", id],
    queryFn: ({ signal }) => request("GET", `/admin/users/${id}`, Person, { signal }),
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

export const givePlan = (id: string, done: () => void) =>
  write<GivePlan, Done>({
    send: (body) => request("PUT", `/admin/users/${id}/plan`, Done, { body }),
    stale: adminKey,
    success: () => "Plan changed",
    done,
    failure: serversWords("Failed to change the plan"),
  });

export const endSession = (person: string) =>
  write<string, Done>({
    send: (id) => request("DELETE", `/admin/users/${person}/sessions/${id}`, Done),
    stale: adminKey,
    success: () => "Device signed out",
    failure: serversWords("Failed to sign out the device"),
  });

export const endAllSessions = (person: string) =>
  write<void, Done>({
    send: () => request("DELETE", `/admin/users/${person}/sessions`, Done),
    stale: adminKey,
    success: () => "Signed out everywhere",
    failure: serversWords("Failed to sign them out"),
  });

export const deleteAccountOf = (id: string, done: () => Promise<void>) =>
  write<string, Done>({
    send: (email) => request("POST", `/admin/users/${id}/delete`, Done, { body: { email } }),
    stale: adminKey,
    success: () => "Account deleted",
    done,
    failure: serversWords("Failed to delete the account"),
  });
