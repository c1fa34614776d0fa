import { PageSkeleton } from "#web/ui/page/page-skeleton.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

export function SettingsSkeleton() {
  return (
    <PageSkeleton label="Loading your settings" width="reading">
      <div className="grid gap-4">
        <Skeleton className="h-36 rounded-12" />
        <Skeleton className="h-64 rounded-12" />
        <Skeleton className="h-36 rounded-12" />
        <Skeleton className="h-80 rounded-12" />
      </div>
    </PageSkeleton>
  );
}
