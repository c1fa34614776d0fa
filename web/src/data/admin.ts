import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import {
  ActiveUserPage,
  AdminStats,
  RecentActivity,
  UserPage,
  VideoPage,
} from "#contract/admin.ts";
import { type Role, User } from "#contract/auth.ts";
import { request } from "#web/lib/request.ts";
import { serversWords, write } from "./write.ts";

/** The start of every key below. */
export const adminKey = ["admin"] as const;

const EVERY_MINUTE = 60_000;

export const statsQuery = queryOptions({
  queryKey: [...adminKey, "stats"],
  queryFn: ({ signal }) => request("GET", "/admin/dashboard/stats", AdminStats, { signal }),
});

export const activityQuery = queryOptions({
  queryKey: [...adminKey, "activity"],
  queryFn: ({ signal }) =>
    request("GET", "/admin/dashboard/recent-activity", RecentActivity, { signal }),
});

/** Realtime says when somebody comes or goes; the minute is for who fades away. */
export const activeUsersQuery = (page: number) =>
  queryOptions({
    queryKey: [...adminKey, "active-users", page],
    queryFn: ({ signal }) =>
      request("GET", "/admin/dashboard/active-users", ActiveUserPage, { query: { page }, signal }),
    refetchInterval: EVERY_MINUTE,
    placeholderData: keepPreviousData,
  });

export const usersQuery = (query: { page: number; search: string }) =>
  queryOptions({
    queryKey: [...adminKey, "users", query],
    queryFn: ({ signal }) => request("GET", "/admin/users", UserPage, { query, signal }),
    placeholderData: keepPreviousData,
  });

export const videosQuery = (query: { page: number; search: string; storage: string }) =>
  queryOptions({
    queryKey: [...adminKey, "videos", query],
    queryFn: ({ signal }) => request("GET", "/admin/videos", VideoPage, { query, signal }),
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
