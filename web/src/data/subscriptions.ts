import { queryOptions } from "@tanstack/react-query";
import {
  type ChangedSubscription,
  type CurrentSubscription,
  cancelSubscriptionCall,
  disableSubtitleAddonCall,
  enableSubtitleAddonCall,
  getStorageUsageCall,
  getSubscriptionCall,
  listPlansCall,
  openPortalCall,
  type Plan,
  refreshSubscriptionCall,
  subscribeCall,
} from "#contract/subscriptions.ts";
import { errorText } from "#web/lib/api-error.ts";
import { leaveFor } from "#web/lib/browser/leave-for.ts";
import { keptForOffline } from "#web/lib/kept-answer.ts";
import { call } from "#web/lib/request.ts";
import { toast } from "#web/ui/layers/toast.ts";
import { read } from "./read.ts";
import { serversWords, write } from "./write.ts";

export const subscriptionKey = ["subscription"] as const;

export const subscriptionQuery = queryOptions({
  queryKey: [...subscriptionKey, "current"],
  ...keptForOffline("subscription", getSubscriptionCall.answer, (signal) =>
    call(getSubscriptionCall, { signal }),
  ),
});

export const storageUsageQuery = queryOptions({
  queryKey: [...subscriptionKey, "storage-usage"],
  ...keptForOffline("storage-usage", getStorageUsageCall.answer, (signal) =>
    call(getStorageUsageCall, { signal }),
  ),
});

export const plansQuery = queryOptions({
  queryKey: ["plans"],
  queryFn: async ({ signal }) => (await call(listPlansCall, { signal })).plans,
  staleTime: 600_000,
});

export type SubscriptionChange =
  | { do: "subscribe"; plan: Pick<Plan, "id" | "price_usd"> }
  | { do: "cancel" | "disable" }
  | { do: "enable"; canTranscribe: boolean };

const words: Record<SubscriptionChange["do"], { success: string; failure: string }> = {
  subscribe: {
    success: "Subscription updated successfully!",
    failure: "Failed to update subscription. Please try again.",
  },
  cancel: {
    success: "Subscription cancelled successfully. You have been downgraded to the Free plan.",
    failure: "Failed to cancel subscription. Please try again.",
  },
  enable: {
    success: "Subtitle add-on enabled! You can now generate subtitles for your videos.",
    failure: "Failed to enable subtitle add-on. Please try again.",
  },
  disable: {
    success: "Subtitle add-on disabled successfully.",
    failure: "Failed to disable subtitle add-on. Please try again.",
  },
};

/** The success in words that promise nothing that this server cannot do. */
export const successWords = (change: SubscriptionChange) =>
  change.do === "enable" && !change.canTranscribe
    ? "Subtitle add-on enabled!"
    : words[change.do].success;

/** `failed` hears the words, to show them on the page as well. */
export const changeSubscription = (failed: (said: string | undefined) => void) =>
  write<SubscriptionChange, Changed>({
    send,
    stale: subscriptionKey,
    keep: (cache, subscription) => cache.setQueryData(subscriptionQuery.queryKey, subscription),
    // Nothing has changed before it is paid.
    success: ({ checkout_url, pending }, change) =>
      checkout_url || pending ? undefined : successWords(change),
    done({ checkout_url, pending }) {
      if (checkout_url) return leaveFor(checkout_url);
      if (pending) toast.warning("The change waits for its payment, at the top of this page.");
    },
    failure: (error, change) => errorText(error, words[change.do].failure),
    failed: (_change, said) => failed(said),
  });

/** Recordings of the free plan lie on the person's own drive, those of a paid plan in the provider's cloud. */
const storageOf = ({ price_usd }: Pick<Plan, "price_usd">) =>
  price_usd === 0 ? "google_drive" : "s3";

/** Only a change that may cost something answers with a page to pay on. */
type Changed = CurrentSubscription & Partial<ChangedSubscription>;

function send(change: SubscriptionChange): Promise<Changed> {
  switch (change.do) {
    case "subscribe":
      return call(subscribeCall, {
        body: { plan_id: change.plan.id, storage_type: storageOf(change.plan) },
      });
    case "cancel":
      return call(cancelSubscriptionCall);
    case "enable":
      return call(enableSubtitleAddonCall);
    case "disable":
      return call(disableSubtitleAddonCall);
  }
}

/** Recordings are kept on the person's own drive; else in the provider's cloud. */
export const isOnDrive = ({ storage_type }: Pick<CurrentSubscription, "storage_type">) =>
  storage_type === "google_drive";

export const boughtWords = (bought: Bought, canTranscribe: boolean) =>
  bought === "plan" ? words.subscribe.success : successWords({ do: "enable", canTranscribe });
export type Bought = "plan" | "subtitle";

/** Asks Stripe, through our server, whether the payment has come. The key is apart from ours. */
export const paymentQuery = {
  ...read(["payment"], refreshSubscriptionCall),
  retry: false,
  gcTime: 0,
};

export const manageBilling = write({
  send: () => call(openPortalCall),
  done: ({ portal_url }) => leaveFor(portal_url),
  failure: serversWords("Billing cannot be opened just now. Please try again."),
});
