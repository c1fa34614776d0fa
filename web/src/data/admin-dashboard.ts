import { keepPreviousData } from "@tanstack/react-query";
import {
  getAdminStatsCall,
  listActiveUsersCall,
  listRecentActivityCall,
} from "#contract/admin-dashboard.ts";
import { adminKey } from "./admin.ts";
import { read } from "./read.ts";

const EVERY_MINUTE = 60_000;

export const statsQuery = {
  ...read([...adminKey, "stats"], getAdminStatsCall),
  refetchInterval: EVERY_MINUTE,
};

export const activityQuery = {
  ...read([...adminKey, "activity"], listRecentActivityCall),
  refetchInterval: EVERY_MINUTE,
};

/** Realtime says when something happens; the minute is for people of whom nothing is heard any more. */
export const activeUsersQuery = (page: number) => ({
  ...read([...adminKey, "active-users", page], listActiveUsersCall, { query: { page } }),
  refetchInterval: EVERY_MINUTE,
  placeholderData: keepPreviousData,
});
