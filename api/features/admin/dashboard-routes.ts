import type { Serve } from "#api/access/serve.ts";
import {
  getAdminStatsCall,
  listActiveUsersCall,
  listRecentActivityCall,
} from "#contract/admin-dashboard.ts";
import { readActiveUsers, readActivity, readStats } from "./dashboard.ts";

export function serveDashboard({ serve }: { serve: Serve }): void {
  serve(getAdminStatsCall, ({ db }) => readStats(db));
  serve(listRecentActivityCall, async ({ db }) => ({ activities: await readActivity(db) }));
  serve(listActiveUsersCall, ({ db, query }) => readActiveUsers(db, query));
}
