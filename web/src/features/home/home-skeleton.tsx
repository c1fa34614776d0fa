import { Page } from "#web/ui/page.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";

export function HomeSkeleton() {
  return (
    <Page>
      <Loading label="Loading your dashboard" className="grid gap-8">
        <div className="grid gap-2">
          <Skeleton className="h-8 w-64" />
          <Skeleton className="h-5 w-48" />
        </div>
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
      </Loading>
    </Page>
  );
}
