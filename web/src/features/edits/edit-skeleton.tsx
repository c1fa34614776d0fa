import { Loading, Skeleton } from "#web/ui/skeleton.tsx";

export function EditSkeleton() {
  return (
    <Loading label="Loading the editor" className="grid gap-5">
      <Skeleton className="h-8 w-32" />
      <Skeleton className="h-14 w-72 max-w-full" />
      <div className="grid gap-x-8 gap-y-6 xl:grid-cols-[minmax(0,1fr)_360px]">
        <div className="grid content-start gap-3">
          <Skeleton className="aspect-video max-h-[max(220px,calc(100dvh-29rem))] rounded-12" />
          <Skeleton className="h-10" />
          <Skeleton className="h-33 rounded-12" />
        </div>
        <Skeleton className="h-72 rounded-12" />
      </div>
    </Loading>
  );
}
