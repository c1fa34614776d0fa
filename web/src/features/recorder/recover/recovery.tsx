import { lazy, Suspense } from "react";

const RecoveryOffer = lazy(() => import("./recovery-offer.tsx"));

/** Loaded after the page, so that no page waits for it. */
export function Recovery({ userId }: { userId: string }) {
  return (
    <Suspense>
      <RecoveryOffer userId={userId} />
    </Suspense>
  );
}
