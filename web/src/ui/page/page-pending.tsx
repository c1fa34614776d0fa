import { Skeleton } from "#web/ui/skeleton.tsx";
import { PageSkeleton } from "./page-skeleton.tsx";

/** For routes that bring no skeleton of their own: a head and four blocks. */
export function PagePending() {
  return (
    <PageSkeleton label="Loading">
      <div className="grid gap-4 sm:grid-cols-3">
        <Skeleton className="h-36" />
        <Skeleton className="h-36" />
        <Skeleton className="h-36" />
      </div>
      <Skeleton className="h-64" />
    </PageSkeleton>
  );
}
