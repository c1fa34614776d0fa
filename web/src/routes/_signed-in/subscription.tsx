import { createFileRoute } from "@tanstack/react-router";
import { PaymentReturn } from "#web/features/subscriptions/payment-return.tsx";
import { SubscriptionPage } from "#web/features/subscriptions/subscription-page.tsx";
import { oneOf } from "#web/lib/search.ts";

export const Route = createFileRoute("/_signed-in/subscription")({
  validateSearch: (
    search,
  ): { addon?: "subtitle" | undefined; paid?: "plan" | "subtitle" | undefined } => ({
    addon: oneOf(["subtitle"], search.addon),
    paid: oneOf(["plan", "subtitle"], search.paid),
  }),
  head: () => ({ meta: [{ title: "Subscription · Kinora" }] }),
  component: Subscription,
});

function Subscription() {
  const { addon, paid } = Route.useSearch();
  if (paid) return <PaymentReturn bought={paid} />;
  return <SubscriptionPage addonWanted={addon === "subtitle"} />;
}
