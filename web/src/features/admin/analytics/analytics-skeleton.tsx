import { Loading, Skeleton } from "#web/ui/skeleton.tsx";

export function AnalyticsSkeleton() {
  return (
    <Loading label="Loading analytics" className="grid gap-4">
      <Skeleton className="h-6 w-48" />
      <Skeleton className="h-28" />
      <div className="grid gap-4 lg:grid-cols-2">
        <Skeleton className="h-80" />
        <Skeleton className="h-80" />
      </div>
    </Loading>
  );
}
