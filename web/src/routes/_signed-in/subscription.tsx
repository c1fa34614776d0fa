import { createFileRoute } from "@tanstack/react-router";
import { SubscriptionPage } from "#web/features/subscriptions/subscription-page.tsx";
import { oneOf } from "#web/lib/search.ts";
import { PageError } from "#web/ui/page-error.tsx";

export const Route = createFileRoute("/_signed-in/subscription")({
  validateSearch: (search): { addon?: "subtitle" | undefined } => ({
    addon: oneOf(["subtitle"], search.addon),
  }),
  head: () => ({ meta: [{ title: "Subscription · Kinora" }] }),
  component: Subscription,
  errorComponent: PageError,
});

function Subscription() {
  const { addon } = Route.useSearch();
  return <SubscriptionPage addonWanted={addon === "subtitle"} />;
}
