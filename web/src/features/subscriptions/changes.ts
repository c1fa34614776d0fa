import { useMutation } from "@tanstack/react-query";
import { changeSubscription, type SubscriptionChange } from "#web/data/subscriptions.ts";
import { confirm } from "#web/ui/layers/confirm.tsx";

/** A change that takes something away asks first. The add-on is no part of the plan, and goes on without it. */
export function questionBefore(
  wanted: SubscriptionChange["do"],
  hasAddon: boolean,
): string | undefined {
  if (wanted === "cancel")
    return `Are you sure you want to cancel your subscription? You will be downgraded to the Free plan.${hasAddon ? " The subtitle add-on stays until you disable it." : ""}`;
  if (wanted === "disable")
    return "Are you sure you want to disable the subtitle add-on? Your existing subtitles will remain, but you won't be able to generate new ones.";
  return undefined;
}

export function useSubscriptionChange(
  hasAddon: boolean,
  onFailure: (message: string | undefined) => void,
) {
  const { mutate, isPending, variables } = useMutation(changeSubscription(onFailure));
  const change = async (wanted: SubscriptionChange) => {
    const question = questionBefore(wanted.do, hasAddon);
    if (question && !(await confirm({ title: question }))) return;
    onFailure(undefined);
    mutate(wanted);
  };
  return { change, under: isPending ? variables : undefined };
}
