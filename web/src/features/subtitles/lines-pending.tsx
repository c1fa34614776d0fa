import { Loading, Skeleton } from "#web/ui/skeleton.tsx";

export function LinesPending({ label }: { label: string }) {
  return (
    <Loading label={label} className="grid gap-3 py-2">
      {[0, 1, 2, 3].map((row) => (
        <div key={row} className="grid grid-cols-[3rem_1fr] gap-3">
          <Skeleton className="h-5" />
          <Skeleton className="h-5" />
        </div>
      ))}
    </Loading>
  );
}
