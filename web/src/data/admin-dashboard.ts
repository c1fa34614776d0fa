import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { ActiveUserPage, AdminStats, RecentActivity } from "#contract/admin-dashboard.ts";
import { request } from "#web/lib/request.ts";
import { adminKey } from "./admin.ts";

const EVERY_MINUTE = 60_000;

export const statsQuery = queryOptions({
  queryKey: [...adminKey, "stats"],
  queryFn: ({ signal }) => request("GET", "/admin/dashboard/stats", AdminStats, { signal }),
  refetchInterval: EVERY_MINUTE,
});

export const activityQuery = queryOptions({
  queryKey: [...adminKey, "activity"],
  queryFn: ({ signal }) =>
    request("GET", "/admin/dashboard/recent-activity", RecentActivity, { signal }),
  refetchInterval: EVERY_MINUTE,
});

/** Realtime says when something happens; the minute is for where it cannot be heard. */
export const activeUsersQuery = (page: number) =>
  queryOptions({
    queryKey: [...adminKey, "active-users", page],
    queryFn: ({ signal }) =>
      request("GET", "/admin/dashboard/active-users", ActiveUserPage, { query: { page }, signal }),
    refetchInterval: EVERY_MINUTE,
    placeholderData: keepPreviousData,
  });
