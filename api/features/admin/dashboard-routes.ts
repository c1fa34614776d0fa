import type { Parts } from "#api/parts.ts";
import {
  getAdminStatsCall,
  listActiveUsersCall,
  listRecentActivityCall,
} from "#contract/admin-dashboard.ts";
import { readActiveUsers, readActivity, readStats } from "./dashboard.ts";

export function serveDashboard({ serve }: Parts): void {
  serve(getAdminStatsCall, ({ db }) => readStats(db));
  serve(listRecentActivityCall, async ({ db }) => ({ activities: await readActivity(db) }));
  serve(listActiveUsersCall, ({ db, query }) => readActiveUsers(db, query));
}
