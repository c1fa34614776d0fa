import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Config } from "#contract/config.ts";
import type { CurrentSubscription, Plan, StorageUsage } from "#contract/subscriptions.ts";
import { configQuery } from "#web/data/config.ts";
import {
  changeSubscription,
  plansQuery,
  type SubscriptionChange,
  storageUsageQuery,
  subscriptionQuery,
} from "#web/data/subscriptions.ts";
import { Card } from "#web/ui/card.tsx";
import { Disclosure } from "#web/ui/disclosure.tsx";
import { confirm } from "#web/ui/layers/confirm.tsx";
import { toast } from "#web/ui/layers/toast.ts";
import { Banner } from "#web/ui/page/banner.tsx";
import { LoadError } from "#web/ui/page/load-error.tsx";
import { Page, PageHead } from "#web/ui/page/page.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { CurrentPlanCard } from "./current-plan-card.tsx";
import { AddonCard, Included } from "./included.tsx";
import { ManageBilling, PendingBanner } from "./payment-banners.tsx";
import { PlanGrid } from "./plan-grid.tsx";
import { useTooFull } from "./too-full.tsx";

const LOAD_FAILED = "Failed to load subscription information. Please try again.";

const PENDING_MS = 3000;

interface Props {
  /** Somebody was sent here to enable the subtitle add-on. */
  addonWanted: boolean;
}

export function SubscriptionPage({ addonWanted }: Props) {
  const plans = useQuery(plansQuery);
  const subscription = useQuery({
    ...subscriptionQuery,
    // A plan is paid on another site: the person may be back here before the news of it.
    refetchInterval: ({ state }) => (state.data?.pending ? PENDING_MS : false),
  });
  const usage = useQuery(storageUsageQuery);
  const config = useQuery(configQuery);
  const failed = plans.isLoadingError || subscription.isLoadingError;
  const [failure, setFailure] = useState<string>();
  const isReading = plans.isFetching || subscription.isFetching;
  // Drawn at once, or what comes later pushes what came before; until then nobody knows whether anything is sold.
  // The page stays while something that could not be read is asked for again.
  const isPending = [plans, subscription, usage, config].some((read) => !read.isFetched);
  useEffect(() => {
    // Every attempt that fails says so, and what else has failed is not taken back by reading.
    if (isReading || isPending) return;
    if (!failed) return setFailure((said) => (said === LOAD_FAILED ? undefined : said));
    toast.error(LOAD_FAILED);
    setFailure(LOAD_FAILED);
  }, [failed, isReading, isPending]);
  if (isPending) return <SubscriptionPending />;

  const retry = () => {
    void plans.refetch();
    void subscription.refetch();
  };
  return (
    <Page>
      {(subscription.data?.payments ?? config.data?.payments) ? (
        <PageHead {...specified} />
      ) : (
        <PageHead title="Subscription" help="Your room and tools on this server" />
      )}
      {failure && (
        <Banner tone="error" onDismiss={() => setFailure(undefined)}>
          {failure}
        </Banner>
      )}
      {plans.data && subscription.data ? (
        <Plans
          plans={plans.data}
          subscription={subscription.data}
          usage={usage.data}
          transcription={config.data?.transcription}
          addonWanted={addonWanted}
          onFailure={setFailure}
        />
      ) : (
        <LoadError
          title="Your plan cannot be shown"
          help="Nothing about it has changed. Try again in a moment."
          busy={isReading}
          onRetry={retry}
        />
      )}
    </Page>
  );
}

const specified = {
  title: "Choose Your Plan",
  help: "Upgrade to unlock premium storage and advanced features",
};

interface PlansProps extends Props {
  plans: readonly Plan[];
  subscription: CurrentSubscription;
  usage: StorageUsage | undefined;
  transcription: Config["transcription"] | undefined;
  onFailure: (message: string | undefined) => void;
}

/** Where plans are sold, they are the page; elsewhere they stand behind a fold. */
function Plans(props: PlansProps) {
  const { plans, subscription, usage, transcription, addonWanted, onFailure } = props;
  const { payments, subtitle_addon_enabled: enabled } = subscription;
  const { change, under } = useSubscriptionChange(enabled, onFailure);
  const room = useTooFull(plans, subscription, change);
  const canTranscribe = transcription !== "off";
  const disabled = under !== undefined || room.isLooking;
  const subtitles = {
    transcription,
    disabled,
    onSwitch: () => void change(enabled ? { do: "disable" } : { do: "enable", canTranscribe }),
  };
  const offered = (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      {subscription.pending && <PendingBanner pending={subscription.pending} plans={plans} />}
      <div className="grid gap-4">
        <CurrentPlanCard
          subscription={subscription}
          usage={usage}
          disabled={disabled}
          cancelling={under?.do === "cancel"}
          onCancel={() => void room.choose({ do: "cancel" })}
          manage={subscription.billed && <ManageBilling />}
        />
        <AddonCard
          {...subtitles}
          enabled={enabled}
          wanted={addonWanted && payments}
          minutes={subscription.subtitle_minutes}
          busy={under?.do === "enable" || under?.do === "disable"}
        />
      </div>
      <PlanGrid
        plans={plans}
        currentId={subscription.plan_id}
        disabled={disabled}
        busyId={under?.do === "subscribe" ? under.plan.id : undefined}
        onChoose={(plan) => void room.choose({ do: "subscribe", plan })}
      />
      {room.dialog}
      <Faq payments={payments} />
    </div>
  );
  if (payments) return offered;
  return (
    <Included {...subtitles} subscription={subscription} usage={usage}>
      <h2 className="font-semibold text-20">{specified.title}</h2>
      <p className="pb-6 text-14 text-ink-2">{specified.help}</p>
      {offered}
    </Included>
  );
}

function SubscriptionPending() {
  return (
    <Page>
      <div role="status" className="grid animate-late gap-8">
        <div className="grid gap-1">
          <Skeleton className="h-8 w-56" />
          <p className="text-14 text-ink-2">Loading subscription plans...</p>
        </div>
        <Skeleton className="h-64 rounded-12" />
        <Skeleton className="h-12" />
      </div>
    </Page>
  );
}

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

function useSubscriptionChange(
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

const CANCELLING = "Can I cancel anytime?";

const items = [
  {
    question: "What is the difference between Google Drive and cloud storage?",
    answer:
      "With Google Drive your recordings are kept in your own Drive: free, and limited only by your Google account. Cloud storage is kept for you by this service, needs no Google account, and has the size of your plan.",
  },
  {
    question: CANCELLING,
    answer:
      "Yes. You are moved to the Free plan at once and can keep using your Google Drive. Nothing you have recorded is deleted.",
  },
  {
    question: "What happens to my recordings when I downgrade?",
    answer:
      "When you return to the Free plan, your recordings are migrated back to your Google Drive one by one. Each is checked before the old copy goes. Until a Drive is connected they stay here and play.",
  },
  {
    question: "How is storage calculated?",
    answer:
      "It is the total size of all your recordings in the cloud. Recordings in your own Google Drive take no room of a plan. Deleting or moving a recording frees its room at once.",
  },
];

const CREDIT = " Paid time that you did not use is kept as credit for later payments.";

export function Faq({ payments }: { payments: boolean }) {
  return (
    <section className="grid gap-3">
      <h2 className="font-semibold text-16">Frequently Asked Questions</h2>
      <Card className="px-5 py-1">
        {items.map(({ question, answer }) => (
          <Disclosure key={question} title={question}>
            {answer}
            {payments && question === CANCELLING && CREDIT}
          </Disclosure>
        ))}
      </Card>
    </section>
  );
}
