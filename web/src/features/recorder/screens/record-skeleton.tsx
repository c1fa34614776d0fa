import { Page } from "#web/ui/page.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { FINDER_SHAPE } from "./finder-shape.ts";

export function RecordSkeleton() {
  return (
    <Page>
      <Loading label="Loading the recorder" className="mx-auto grid w-full max-w-[896px] gap-6">
        <Skeleton className="h-8 w-56" />
        <Skeleton className={FINDER_SHAPE} />
        <div className="mt-2 grid gap-6 sm:grid-cols-2 xl:grid-cols-3">
          <Skeleton className="h-24 sm:col-span-2 xl:col-span-1" />
          <Skeleton className="h-24" />
          <Skeleton className="h-24" />
        </div>
      </Loading>
    </Page>
  );
}
