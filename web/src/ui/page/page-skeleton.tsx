import type { ReactNode } from "react";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { Page } from "./page.tsx";

interface Props {
  /** The name of the page that is loading, for those who hear it. */
  label: string;
  width?: "wide" | "reading" | undefined;
  /** Blocks in the shape of what follows the head. */
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
