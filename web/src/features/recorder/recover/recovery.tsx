import { lazy, Suspense } from "react";

const RecoveryOffer = lazy(() => import("./recovery-offer.tsx"));

/** Comes after the page: nobody waits for it. */
export function Recovery({ userId }: { userId: string }) {
  return (
    <Suspense>
      <RecoveryOffer userId={userId} />
    </Suspense>
  );
}
