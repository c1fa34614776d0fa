import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { Page } from "./page.tsx";

/** A page of the frame before it is there: its head, and what most have beneath. */
export function PagePending() {
  return (
    <Page>
      <Loading label="Loading" className="grid gap-8">
        <div className="grid gap-2">
          <Skeleton className="h-8 w-56 max-w-full" />
          <Skeleton className="h-5 w-72 max-w-full" />
        </div>
        <div className="grid gap-4 sm:grid-cols-3">
          <Skeleton className="h-36" />
          <Skeleton className="h-36" />
          <Skeleton className="h-36" />
        </div>
        <Skeleton className="h-64" />
      </Loading>
    </Page>
  );
}
