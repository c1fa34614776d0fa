import { z } from "zod";
import { Done, forPublic, forSession, Id, Time } from "./common.ts";
import { StorageChoice } from "./recordings.ts";

export const BYTES_PER_GB = 2 ** 30;
export const ADDON_PRICE_USD = 3;
export const ADDON_MINUTES = 300;

export const Plan = z.object({
  id: Id,
  name: z.string(),
  price_usd: z.number(),
  storage_gb: z.number(),
  features: z.record(z.string(), z.string()),
});
export type Plan = z.infer<typeof Plan>;

export const PlanList = z.object({ plans: z.array(Plan) });

/** Both shapes the specification names, in one answer. */
export const CurrentSubscription = z.object({
  plan_id: Id,
  plan_name: z.string(),
  storage_type: StorageChoice,
  storage_limit_gb: z.number(),
  storage_limit_bytes: z.number(),
  subtitle_addon_enabled: z.boolean(),
  subscription: z.object({
    status: z.enum(["active", "past_due", "cancelled"]),
    storage_type: StorageChoice,
    subtitle_addon_enabled: z.boolean(),
    subtitle_addon_started_at: Time.nullable(),
    subtitle_addon_billing_id: z.string().nullable(),
  }),
  subtitle_minutes: z
    .object({
      used: z.number().describe("Of this month, what runs still included"),
      limit: z.number().nullable().describe("0 without the add-on; null where nothing is counted"),
      resets_at: Time,
    })
    .describe("Of sound that is transcribed"),
  plan: Plan.pick({ id: true, name: true, storage_gb: true }),
  payments: z.boolean().describe("False: plan changes are free and immediate on this server"),
  storage_configured: z.boolean(),
  billed: z.boolean().describe("True: invoices and the card are behind the portal"),
  past_due: z
    .object({
      since: Time,
      works_until: Time.describe("Until then everything works; afterwards nothing new is kept"),
      is_over: z.boolean(),
      pay_url: z.string().nullable(),
    })
    .nullable()
    .describe("A renewal could not be charged"),
  gift: z
    .object({ until: Time, then_plan: z.string().describe("What it goes back to") })
    .nullable()
    .describe("An admin gave this plan, and it ends by itself"),
  pending: z
    .object({
      plan_id: Id.nullable(),
      subtitle_addon: z.boolean(),
      pay_url: z.string().nullable().describe("Where its invoice is paid"),
    })
    .nullable()
    .describe("A change that counts once it is paid"),
});
export type CurrentSubscription = z.infer<typeof CurrentSubscription>;

/** `checkout_url` is set where nothing has changed yet: the first payment is made on that page. */
export const ChangedSubscription = CurrentSubscription.extend({
  checkout_url: z.string().nullable(),
});
export type ChangedSubscription = z.infer<typeof ChangedSubscription>;

/** `open`: nobody has paid yet. `processing`: the payment is on its way. */
export const RefreshedSubscription = CurrentSubscription.extend({
  checkout: z.enum(["none", "open", "processing"]),
});
export type RefreshedSubscription = z.infer<typeof RefreshedSubscription>;

export const Portal = z.object({ portal_url: z.string() });

export const StorageUsage = z.object({
  used_gb: z.number(),
  limit_gb: z.number(),
  storage_used_bytes: z.number(),
  storage_limit_bytes: z.number(),
  trash_bytes: z.number().describe("The part of what is used that lies in the trash"),
  percentage: z.number(),
  available_bytes: z.number().describe("What can still be stored: the plan's room or the disk's"),
});
export type StorageUsage = z.infer<typeof StorageUsage>;

export const Subscribe = z.object({
  plan_id: Id,
  storage_type: StorageChoice.default("s3"),
});

/** Far more than this; nothing else of it is believed. */
export const StripeEvent = z.looseObject({ id: z.string(), type: z.string() });

export const listPlansCall = forSession("GET /subscriptions/plans", {
  summary: "Plans",
  answer: PlanList,
});

export const getSubscriptionCall = forSession("GET /subscriptions/current", {
  summary: "The current plan",
  answer: CurrentSubscription,
});

export const getStorageUsageCall = forSession("GET /subscriptions/storage-usage", {
  summary: "Storage used and left",
  answer: StorageUsage,
});

export const subscribeCall = forSession("POST /subscriptions/subscribe", {
  summary: "Change to a plan",
  body: Subscribe,
  answer: ChangedSubscription,
  refusals: [402, 404, 409],
});

export const cancelSubscriptionCall = forSession("POST /subscriptions/cancel", {
  summary: "Return to the Free plan",
  answer: CurrentSubscription,
  refusals: [402, 409],
});

export const enableSubtitleAddonCall = forSession("POST /subscriptions/subtitle-addon/enable", {
  summary: "Enable the subtitle add-on",
  answer: ChangedSubscription,
  refusals: [402, 409],
});

export const disableSubtitleAddonCall = forSession("POST /subscriptions/subtitle-addon/disable", {
  summary: "Disable the subtitle add-on",
  answer: CurrentSubscription,
  refusals: [402, 409],
});

export const refreshSubscriptionCall = forSession("POST /subscriptions/refresh", {
  summary: "Read anew what is paid, after coming back from a payment",
  answer: RefreshedSubscription,
  refusals: [402, 409],
});

export const openPortalCall = forSession("POST /subscriptions/portal", {
  summary: "The page with invoices and the card",
  answer: Portal,
  refusals: [402, 409],
});

export const receiveStripeEventCall = forPublic("POST /stripe/webhook", {
  summary: "What Stripe tells; its signature is the key",
  body: StripeEvent,
  headers: z.object({ "Stripe-Signature": z.string().describe("As Stripe makes it") }),
  answer: Done,
  refusals: [400, 413],
});
