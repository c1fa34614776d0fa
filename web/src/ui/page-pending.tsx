import { Loading, Skeleton } from "./skeleton.tsx";

/** For routes that bring no skeleton of their own: a head and three blocks. */
export function PagePending() {
  return (
    <Loading label="Loading" className="mx-auto grid w-full max-w-[1120px] gap-6 p-6">
      <Skeleton className="h-9 w-56" />
      <div className="grid gap-4 sm:grid-cols-3">
        <Skeleton className="h-36" />
        <Skeleton className="h-36" />
        <Skeleton className="h-36" />
      </div>
      <Skeleton className="h-64" />
    </Loading>
  );
}
