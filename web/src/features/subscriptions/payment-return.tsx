import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { CreditCard } from "lucide-react";
import { useEffect } from "react";
import type { RefreshedSubscription } from "#contract/subscriptions.ts";
import { configQuery } from "#web/data/config.ts";
import {
  type Bought,
  boughtWords,
  paymentQuery,
  subscriptionQuery,
} from "#web/data/subscriptions.ts";
import { Button, buttonLook } from "#web/ui/controls/button.tsx";
import { toast } from "#web/ui/layers/toast.ts";
import { PageNotice } from "#web/ui/page/page-notice.tsx";

const EVERY_MS = 2000;
/** A card is through within seconds; other ways of paying may take days. */
const MOST_LOOKS = 20;

/** For a person who comes back from paying: waits until Stripe has said so, and says what it waits for. */
export function PaymentReturn({ bought }: { bought: Bought }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { data, error, isFetching, refetch } = useQuery({
    ...paymentQuery,
    refetchInterval: ({ state }) =>
      // Neither of these changes by itself any more.
      state.data?.checkout === "none" ||
      state.data?.checkout === "open" ||
      state.dataUpdateCount + state.errorUpdateCount >= MOST_LOOKS
        ? false
        : EVERY_MS,
  });
  const isDone = data?.checkout === "none";
  useEffect(() => {
    if (!isDone) return;
    void queryClient.invalidateQueries({ queryKey: subscriptionQuery.queryKey });
    void queryClient
      .ensureQueryData(configQuery)
      .then(({ transcription }) => transcription !== "off")
      .catch(() => false)
      .then((canTranscribe) => toast.success(boughtWords(bought, canTranscribe)));
    void navigate({ to: "/subscription", replace: true });
  }, [isDone, bought, navigate, queryClient]);

  const { title, help } = wordsFor(data?.checkout, error !== null);
  return (
    <section aria-live="polite">
      <PageNotice icon={<CreditCard />} title={title} help={help}>
        <Link to="/subscription" replace className={buttonLook()}>
          Back to the plans
        </Link>
        <Button tone="primary" busy={isFetching} onClick={() => void refetch()}>
          Look again
        </Button>
      </PageNotice>
    </section>
  );
}

function wordsFor(state: RefreshedSubscription["checkout"] | undefined, hasFailed: boolean) {
  if (hasFailed)
    return {
      title: "Your payment cannot be looked up just now",
      help: "If you have paid, nothing is lost: your plan changes by itself as soon as Stripe can be reached.",
    };
  if (state === "open")
    return {
      title: "Nothing was paid",
      help: "Stripe has not received a payment, and your plan is what it was. Choose it again to pay.",
    };
  return {
    title: "Waiting for your payment",
    help: "Stripe is confirming it, which takes a few seconds. You may leave this page: your plan changes by itself.",
  };
}
