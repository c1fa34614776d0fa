import { QueryClient } from "@tanstack/react-query";
import type { Config } from "#contract/config.ts";
import {
  BYTES_PER_GB,
  type CurrentSubscription,
  type Plan,
  type StorageUsage,
} from "#contract/subscriptions.ts";
import { configQuery } from "#web/data/config.ts";
import { plansQuery, storageUsageQuery, subscriptionQuery } from "#web/data/subscriptions.ts";

const plan = (name: string, price_usd: number, storage_gb: number): Plan => ({
  ...{ id: crypto.randomUUID(), name, price_usd, storage_gb },
  features: { support: `${name} support` },
});
export const plans = {
  free: plan("Free", 0, 0),
  starter: plan("Starter", 5, 25),
  pro: plan("Pro", 12, 100),
};
export const allPlans = Object.values(plans);

export const config: Config = {
  ...{ realtime_url: "", realtime_key: "", google_client_id: null, payments: false, drive: false },
  ...{ transcription: "service", translation: false, mail: true },
  ...{ cloud_storage: "local", cloud_name: "This server", exact_cuts: true },
};

export function subscribed(
  { id, name, storage_gb }: Plan,
  differs: Partial<CurrentSubscription> = {},
): CurrentSubscription {
  const storage_type = storage_gb > 0 ? "s3" : "google_drive";
  return {
    ...{ plan_id: id, plan_name: name, storage_type, plan: { id, name, storage_gb } },
    ...{ storage_limit_gb: storage_gb, storage_limit_bytes: storage_gb * BYTES_PER_GB },
    subtitle_addon_enabled: false,
    subscription: {
      ...{ status: "active", storage_type, subtitle_addon_enabled: false },
      ...{ subtitle_addon_started_at: null, subtitle_addon_billing_id: null },
    },
    subtitle_minutes: { used: 0, limit: 0, resets_at: "2026-12-01T12:00:00.000Z" },
    ...{ payments: false, storage_configured: true, billed: false },
    ...{ past_due: null, gift: null, pending: null },
    ...differs,
  };
}

export const using = (
  gigabytes: number,
  of: Plan,
  available = BYTES_PER_GB ** 2,
): StorageUsage => ({
  ...{ used_gb: gigabytes, limit_gb: of.storage_gb },
  storage_used_bytes: gigabytes * BYTES_PER_GB,
  storage_limit_bytes: of.storage_gb * BYTES_PER_GB,
  trash_bytes: 0,
  percentage: of.storage_gb === 0 ? 0 : Math.min(100, (gigabytes / of.storage_gb) * 100),
  available_bytes: available,
});

interface Known {
  subscription: CurrentSubscription;
  usage?: StorageUsage;
  config?: Partial<Config>;
}

/** A cache with the answers that a page finds when it has read them already. */
export function knowing({ subscription, usage, config: differs }: Known) {
  const cache = new QueryClient();
  cache.setQueryData(plansQuery.queryKey, allPlans);
  cache.setQueryData(configQuery.queryKey, { ...config, ...differs });
  cache.setQueryData(subscriptionQuery.queryKey, subscription);
  if (usage) cache.setQueryData(storageUsageQuery.queryKey, usage);
  return cache;
}

/** A server that sells plans, on which somebody is on one and uses so much of it. */
export function server(now: { plan: Plan; used: number }) {
  const current = () => subscribed(now.plan, { payments: true });
  const become = (plan: Plan) => {
    now.plan = plan;
    return current();
  };
  return {
    "GET /subscriptions/plans": () => ({ plans: allPlans }),
    "GET /subscriptions/current": current,
    "GET /subscriptions/storage-usage": () => using(now.used, now.plan),
    "GET /config": () => config,
    "GET /recordings/move-all": () => ({ places: [], total: 0, waiting: 0, failed: 0 }),
    "POST /subscriptions/subscribe": (body: unknown) => {
      const { plan_id } = body as { plan_id: string }; // as the client says it
      return {
        ...become(allPlans.find(({ id }) => id === plan_id) ?? plans.free),
        checkout_url: null,
      };
    },
    "POST /subscriptions/cancel": () => become(plans.free),
  };
}

export const writes = (asked: string[]) => asked.filter((one) => !one.startsWith("GET"));
