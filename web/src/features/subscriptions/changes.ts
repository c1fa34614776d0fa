import { useMutation } from "@tanstack/react-query";
import { changeSubscription, type SubscriptionChange } from "#web/data/subscriptions.ts";
import { confirm } from "#web/ui/confirm.tsx";

/** What takes something away is asked first. */
const questions: Partial<Record<SubscriptionChange["do"], string>> = {
  cancel:
    "Are you sure you want to cancel your subscription? You will be downgraded to the Free plan.",
  disable:
    "Are you sure you want to disable the subtitle add-on? Your existing subtitles will remain, but you won't be able to generate new ones.",
};

export function useSubscriptionChange(onFailure: (message: string | undefined) => void) {
  const { mutate, isPending, variables } = useMutation(changeSubscription(onFailure));
  const change = async (wanted: SubscriptionChange) => {
    const question = questions[wanted.do];
    if (question && !(await confirm({ title: question }))) return;
    onFailure(undefined);
    mutate(wanted);
  };
  return { change, under: isPending ? variables : undefined };
}
