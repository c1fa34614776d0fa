import { PageSkeleton } from "#web/ui/page-skeleton.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

export function HomeSkeleton() {
  return (
    <PageSkeleton label="Loading your dashboard">
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr]">
        <Skeleton className="h-[110px] rounded-12 sm:col-span-2 lg:col-span-1" />
        <Skeleton className="h-[110px] rounded-12" />
        <Skeleton className="h-[110px] rounded-12" />
      </div>
      <div className="grid gap-4 lg:grid-cols-[2fr_3fr]">
        <Skeleton className="h-32 rounded-12" />
        <Skeleton className="h-32 rounded-12" />
      </div>
      <div className="grid gap-4 sm:grid-cols-3">
        <Skeleton className="aspect-video rounded-12" />
        <Skeleton className="aspect-video rounded-12" />
        <Skeleton className="aspect-video rounded-12" />
      </div>
    </PageSkeleton>
  );
}
