import type { Parts } from "#api/parts.ts";
import { getAnalyticsCall, getAnalyticsDaysCall } from "#contract/analytics.ts";
import { readAnalytics, readDays } from "./read-analytics.ts";

export function serveAnalytics({ serve }: Parts): void {
  serve(getAnalyticsCall, ({ db, query }) => readAnalytics(db, query));
  serve(getAnalyticsDaysCall, ({ db, query }) => readDays(db, query.period));
}
