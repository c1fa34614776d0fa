import { useMutation, useQueryClient } from "@tanstack/react-query";
import { CurrentSubscription, type Plan } from "#contract/subscriptions.ts";
import { errorText } from "#web/lib/api-error.ts";
import { request } from "#web/lib/request.ts";
import { confirm } from "#web/ui/confirm.tsx";
import { toast } from "#web/ui/toast.ts";
import { subscriptionKey, subscriptionQuery } from "./queries.ts";

export type Change =
  | { do: "subscribe"; plan: Pick<Plan, "id" | "price_usd"> }
  | { do: "cancel" | "enable" | "disable" };

interface Words {
  question?: string;
  success: string;
  failure: string;
}

const words: Record<Change["do"], Words> = {
  subscribe: {
    success: "Subscription updated successfully!",
    failure: "Failed to update subscription. Please try again.",
  },
  cancel: {
    question:
      "Are you sure you want to cancel your subscription? You will be downgraded to the Free plan.",
    success: "Subscription cancelled successfully. You have been downgraded to the Free plan.",
    failure: "Failed to cancel subscription. Please try again.",
  },
  enable: {
    success: "Subtitle add-on enabled! You can now generate subtitles for your videos.",
    failure: "Failed to enable subtitle add-on. Please try again.",
  },
  disable: {
    question:
      "Are you sure you want to disable the subtitle add-on? Your existing subtitles will remain, but you won't be able to generate new ones.",
    success: "Subtitle add-on disabled successfully.",
    failure: "Failed to disable subtitle add-on. Please try again.",
  },
};

/** Every change of the subscription: asked first where it takes something away, then read anew. */
export function useSubscriptionChange(onFailure: (message: string | undefined) => void) {
  const queryClient = useQueryClient();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: send,
    onMutate: () => onFailure(undefined),
    onSuccess: (subscription, change) => {
      queryClient.setQueryData(subscriptionQuery.queryKey, subscription);
      toast.success(words[change.do].success);
    },
    onError: (error, change) => {
      const message = errorText(error, words[change.do].failure);
      toast.error(message);
      onFailure(message);
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: subscriptionKey }),
  });
  const change = async (wanted: Change) => {
    const { question } = words[wanted.do];
    if (!question || (await confirm({ title: question }))) mutate(wanted);
  };
  return { change, under: isPending ? variables : undefined };
}

/** Free lives on one's own drive, what is paid for in the provider's cloud. */
const storageOf = ({ price_usd }: Pick<Plan, "price_usd">) =>
  price_usd === 0 ? "google_drive" : "s3";

function send(change: Change) {
  switch (change.do) {
    case "subscribe":
      return request("POST", "/subscriptions/subscribe", CurrentSubscription, {
        body: { plan_id: change.plan.id, storage_type: storageOf(change.plan) },
      });
    case "cancel":
      return request("POST", "/subscriptions/cancel", CurrentSubscription);
    case "enable":
      return request("POST", "/subscriptions/subtitle-addon/enable", CurrentSubscription);
    case "disable":
      return request("POST", "/subscriptions/subtitle-addon/disable", CurrentSubscription);
  }
}
