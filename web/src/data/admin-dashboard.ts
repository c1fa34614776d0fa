import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import {
  getAdminStatsCall,
  listActiveUsersCall,
  listRecentActivityCall,
} from "#contract/admin-dashboard.ts";
import { call } from "#web/lib/request.ts";
import { adminKey } from "./admin.ts";

const EVERY_MINUTE = 60_000;

export const statsQuery = queryOptions({
  queryKey: [...adminKey, "stats"],
  queryFn: ({ signal }) => call(getAdminStatsCall, { signal }),
  refetchInterval: EVERY_MINUTE,
});

export const activityQuery = queryOptions({
  queryKey: [...adminKey, "activity"],
  queryFn: ({ signal }) => call(listRecentActivityCall, { signal }),
  refetchInterval: EVERY_MINUTE,
});

/** Realtime says when something happens; the minute is for where it cannot be heard. */
export const activeUsersQuery = (page: number) =>
  queryOptions({
    queryKey: [...adminKey, "active-users", page],
    queryFn: ({ signal }) => call(listActiveUsersCall, { query: { page }, signal }),
    refetchInterval: EVERY_MINUTE,
    placeholderData: keepPreviousData,
  });
