import { Page } from "#web/ui/page/page.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";

export function RecordSkeleton() {
  return (
    <Page>
      <Loading label="Loading the recorder" className="mx-auto grid w-full max-w-[896px] gap-6">
        <Skeleton className="h-8 w-56" />
        <div className="grid gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_18rem]">
          <Skeleton className="aspect-video rounded-12" />
          <Skeleton className="h-96 rounded-12" />
        </div>
      </Loading>
    </Page>
  );
}
