import { queryOptions } from "@tanstack/react-query";
import { CurrentSubscription, PlanList, StorageUsage } from "#contract/subscriptions.ts";
import { request } from "#web/lib/request.ts";

/** The start of what changes with the plan. */
export const subscriptionKey = ["subscription"] as const;

export const subscriptionQuery = queryOptions({
  queryKey: [...subscriptionKey, "current"],
  queryFn: ({ signal }) =>
    request("GET", "/subscriptions/current", CurrentSubscription, { signal }),
});

export const storageUsageQuery = queryOptions({
  queryKey: [...subscriptionKey, "storage-usage"],
  queryFn: ({ signal }) => request("GET", "/subscriptions/storage-usage", StorageUsage, { signal }),
});

export const plansQuery = queryOptions({
  queryKey: ["plans"],
  queryFn: async ({ signal }) =>
    (await request("GET", "/subscriptions/plans", PlanList, { signal })).plans,
  staleTime: 600_000,
});
