import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { BareFrame } from "./bare-frame.tsx";

export function SharedSkeleton() {
  return (
    <BareFrame>
      <Loading label="Loading video" className={SHARED_GRID}>
        <div className="grid content-start gap-4">
          <Skeleton className="h-6 w-72 max-w-full" />
          <Skeleton className="aspect-video w-full !rounded-12" />
          <Skeleton className="h-10 w-80 max-w-full" />
        </div>
        <div className="grid content-start gap-4">
          <Skeleton className="h-24" />
          <Skeleton className="h-40" />
        </div>
      </Loading>
    </BareFrame>
  );
}

/**
 * The video, and the discussion beside it or, where it is narrow, beneath it: there, on a tall screen,
 * the player stays in sight.
 */
export const SHARED_GRID =
  "mx-auto grid w-full max-w-[1440px] grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-6 px-4 py-5 md:px-6 lg:grid-cols-[minmax(0,1fr)_360px] max-lg:portrait:flex max-lg:portrait:flex-col max-lg:portrait:gap-4";
