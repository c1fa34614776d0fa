import { Page } from "#web/ui/page.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";

export function SettingsSkeleton() {
  return (
    <Page width="reading">
      <Loading label="Loading your settings" className="grid gap-8">
        <div className="grid gap-2">
          <Skeleton className="h-8 w-40" />
          <Skeleton className="h-5 w-72" />
        </div>
        <div className="grid gap-4">
          <Skeleton className="h-36 rounded-12" />
          <Skeleton className="h-64 rounded-12" />
          <Skeleton className="h-80 rounded-12" />
        </div>
      </Loading>
    </Page>
  );
}
