import { useQuery } from "@tanstack/react-query";
import type { CurrentSubscription, Plan } from "#contract/subscriptions.ts";
import { manageBilling, subscriptionQuery } from "#web/data/subscriptions.ts";
import { formatDate } from "#web/lib/format.ts";
import { buttonLook } from "#web/ui/controls/button.tsx";
import { WriteButton } from "#web/ui/controls/write-button.tsx";
import { Banner } from "#web/ui/page/banner.tsx";

/** Above every page, where one has read the subscription: a payment that failed is no matter of one page. */
export function PastDueBanner() {
  const { data } = useQuery({ ...subscriptionQuery, enabled: false });
  if (!data?.past_due) return null;
  const { is_over, since, works_until } = data.past_due;
  return (
    <div className="mx-auto w-full max-w-[1184px] px-4 pt-4 md:px-8">
      <Banner tone={is_over ? "error" : "warn"} action={<ManageBilling size="sm" />}>
        {is_over
          ? "Your last payment has failed. Nothing new is kept in the cloud until it is paid; what you have recorded stays."
          : `Your payment of ${formatDate(since)} has failed. Everything works until ${formatDate(works_until)}; pay by then to go on recording into the cloud.`}
      </Banner>
    </div>
  );
}

export const ManageBilling = ({ size }: { size?: "sm" }) => (
  <WriteButton size={size} write={manageBilling}>
    Manage billing
  </WriteButton>
);

interface Props {
  pending: NonNullable<CurrentSubscription["pending"]>;
  plans: readonly Plan[];
}

export function PendingBanner({ pending, plans }: Props) {
  const plan = plans.find(({ id }) => id === pending.plan_id);
  const what = plan ? `Your change to ${plan.name}` : "Your subtitle add-on";
  return (
    <Banner
      tone="warn"
      action={
        pending.pay_url && (
          <a href={pending.pay_url} className={buttonLook({ size: "sm" })}>
            Pay now
          </a>
        )
      }
    >
      {what} waits for its payment. Until then everything stays as it is.
    </Banner>
  );
}
