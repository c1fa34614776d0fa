import type { ReactNode } from "react";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { Page } from "./page.tsx";

interface Props {
  label: string;
  width?: "wide" | "reading" | undefined;
  children: ReactNode;
}

/** A page of the frame before it is there: its head, and what its own skeleton puts beneath. */
export function PageSkeleton({ label, width, children }: Props) {
  return (
    <Page width={width}>
      <Loading label={label} className="grid gap-8">
        <div className="grid gap-2">
          <Skeleton className="h-8 w-56 max-w-full" />
          <Skeleton className="h-5 w-72 max-w-full" />
        </div>
        {children}
      </Loading>
    </Page>
  );
}

export function PagePending() {
  return (
    <PageSkeleton label="Loading">
      <div className="grid gap-4 sm:grid-cols-3">
        <Skeleton className="h-36" />
        <Skeleton className="h-36" />
        <Skeleton className="h-36" />
      </div>
      <Skeleton className="h-64" />
    </PageSkeleton>
  );
}
