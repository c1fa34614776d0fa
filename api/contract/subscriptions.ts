import { z } from "zod";
import { Id, type Operation, Time } from "./common.ts";
import { StorageChoice } from "./recordings.ts";

export const BYTES_PER_GB = 2 ** 30;
export const ADDON_PRICE_USD = 3;
export const ADDON_MINUTES = 300;

export const SubscriptionStorage = StorageChoice;

export const Plan = z.object({
  id: Id,
  name: z.string(),
  price_usd: z.number(),
  storage_gb: z.number(),
  features: z.record(z.string(), z.string()),
});
export type Plan = z.infer<typeof Plan>;

export const PlanList = z.object({ plans: z.array(Plan) });
export type PlanList = z.infer<typeof PlanList>;

/** Both shapes the specification names, in one answer. */
export const CurrentSubscription = z.object({
  plan_id: Id,
  plan_name: z.string(),
  storage_type: SubscriptionStorage,
  storage_limit_gb: z.number(),
  storage_limit_bytes: z.number(),
  subtitle_addon_enabled: z.boolean(),
  subscription: z.object({
    status: z.enum(["active", "past_due", "cancelled"]),
    storage_type: SubscriptionStorage,
    subtitle_addon_enabled: z.boolean(),
    subtitle_addon_started_at: Time.nullable(),
    subtitle_addon_billing_id: z.string().nullable(),
  }),
  plan: Plan.pick({ id: true, name: true, storage_gb: true }),
  payments: z.boolean().describe("False: plan changes are free and immediate on this server"),
  storage_configured: z.boolean(),
});
export type CurrentSubscription = z.infer<typeof CurrentSubscription>;

export const StorageUsage = z.object({
  used_gb: z.number(),
  limit_gb: z.number(),
  storage_used_bytes: z.number(),
  storage_limit_bytes: z.number(),
  percentage: z.number(),
  available_bytes: z.number().describe("What can still be stored: the plan's room or the disk's"),
});
export type StorageUsage = z.infer<typeof StorageUsage>;

export const Subscribe = z.object({
  plan_id: Id,
  storage_type: SubscriptionStorage.default("s3"),
});
export type Subscribe = z.infer<typeof Subscribe>;

export const subscriptionOperations: Operation[] = [
  {
    call: "GET /subscriptions/plans",
    id: "listPlans",
    summary: "Plans",
    access: "session",
    answer: PlanList,
  },
  {
    call: "GET /subscriptions/current",
    id: "getSubscription",
    summary: "The current plan",
    access: "session",
    answer: CurrentSubscription,
  },
  {
    call: "GET /subscriptions/storage-usage",
    id: "getStorageUsage",
    summary: "Storage used and left",
    access: "session",
    answer: StorageUsage,
  },
  {
    call: "POST /subscriptions/subscribe",
    id: "subscribe",
    summary: "Change to a plan",
    access: "session",
    body: Subscribe,
    answer: CurrentSubscription,
    refusals: [402, 404, 409],
  },
  {
    call: "POST /subscriptions/cancel",
    id: "cancelSubscription",
    summary: "Return to the Free plan",
    access: "session",
    answer: CurrentSubscription,
    refusals: [402, 409],
  },
  {
    call: "POST /subscriptions/subtitle-addon/enable",
    id: "enableSubtitleAddon",
    summary: "Enable the subtitle add-on",
    access: "session",
    answer: CurrentSubscription,
  },
  {
    call: "POST /subscriptions/subtitle-addon/disable",
    id: "disableSubtitleAddon",
    summary: "Disable the subtitle add-on",
    access: "session",
    answer: CurrentSubscription,
  },
];
