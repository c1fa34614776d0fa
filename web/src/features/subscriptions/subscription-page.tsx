import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { CurrentSubscription, Plan } from "#contract/subscriptions.ts";
import { configQuery } from "#web/data/config.ts";
import { plansQuery, storageUsageQuery, subscriptionQuery } from "#web/data/subscriptions.ts";
import { Banner } from "#web/ui/banner.tsx";
import { LoadError } from "#web/ui/load-error.tsx";
import { Page } from "#web/ui/page.tsx";
import { PageHead } from "#web/ui/page-head.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { toast } from "#web/ui/toast.ts";
import { AddonCard } from "./addon-card.tsx";
import { useSubscriptionChange } from "./changes.ts";
import { CurrentPlanCard } from "./current-plan-card.tsx";
import { Faq } from "./faq.tsx";
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
  const failed = plans.isLoadingError || subscription.isLoadingError;
  const [failure, setFailure] = useState<string>();
  const isReading = plans.isFetching || subscription.isFetching;
  useEffect(() => {
    // Every attempt that fails says so, and what else has failed is not taken back by reading.
    if (isReading) return;
    if (!failed) return setFailure((said) => (said === LOAD_FAILED ? undefined : said));
    toast.error(LOAD_FAILED);
    setFailure(LOAD_FAILED);
  }, [failed, isReading]);

  const retry = () => {
    void plans.refetch();
    void subscription.refetch();
  };
  return (
    <Page>
      <PageHead
        title="Choose Your Plan"
        help="Upgrade to unlock premium storage and advanced features"
      />
      {failure && (
        <Banner tone="error" onDismiss={() => setFailure(undefined)}>
          {failure}
        </Banner>
      )}
      {plans.data && subscription.data ? (
        <Plans
          plans={plans.data}
          subscription={subscription.data}
          addonWanted={addonWanted}
          onFailure={setFailure}
        />
      ) : failed ? (
        <LoadError
          title="Your plan cannot be shown"
          help="Nothing about it has changed. Try again in a moment."
          busy={isReading}
          onRetry={retry}
        />
      ) : (
        <PlansPending />
      )}
    </Page>
  );
}

interface PlansProps extends Props {
  plans: readonly Plan[];
  subscription: CurrentSubscription;
  onFailure: (message: string | undefined) => void;
}

function Plans({ plans, subscription, addonWanted, onFailure }: PlansProps) {
  const usage = useQuery(storageUsageQuery);
  const config = useQuery(configQuery);
  const addon = subscription.subtitle_addon_enabled;
  const canTranscribe = config.data?.transcription !== "off";
  const { change, under } = useSubscriptionChange(addon, onFailure);
  const room = useTooFull({ plans, subscription }, change);
  return (
    <>
      {!subscription.payments && (
        <Banner>
          Payments are off on this server: plans and the add-on change at once and cost nothing.
        </Banner>
      )}
      {subscription.pending && <PendingBanner pending={subscription.pending} plans={plans} />}
      <div className="grid gap-4">
        <CurrentPlanCard
          subscription={subscription}
          usage={usage.data}
          disabled={under !== undefined}
          cancelling={under?.do === "cancel"}
          onCancel={() => void room.choose({ do: "cancel" })}
          manage={subscription.billed && <ManageBilling />}
        />
        <AddonCard
          enabled={addon}
          wanted={addonWanted}
          transcription={config.data?.transcription}
          minutes={subscription.subtitle_minutes}
          disabled={under !== undefined}
          busy={under?.do === "enable" || under?.do === "disable"}
          onSwitch={() => void change(addon ? { do: "disable" } : { do: "enable", canTranscribe })}
        />
      </div>
      <PlanGrid
        plans={plans}
        currentId={subscription.plan_id}
        disabled={under !== undefined}
        busyId={under?.do === "subscribe" ? under.plan.id : undefined}
        onChoose={(plan) => void room.choose({ do: "subscribe", plan })}
      />
      {room.dialog}
      <Faq payments={subscription.payments} />
    </>
  );
}

function PlansPending() {
  return (
    <div role="status" className="grid animate-late gap-4">
      <p className="text-14 text-ink-2">Loading subscription plans...</p>
      <Skeleton className="h-36 rounded-12" />
      <Skeleton className="h-28 rounded-12" />
      <div className="mt-4 grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        {["free", "starter", "pro", "premium"].map((plan) => (
          <Skeleton key={plan} className="h-80 rounded-12" />
        ))}
      </div>
    </div>
  );
}
