import { Page } from "#web/ui/page/page.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";

/** Player at left, discussion at right; beneath each other where there is no room. */
export const VIDEO_GRID = "grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-10";
/** Where player and words stand beneath each other on a tall screen, the player stays in sight above the words. */
export const VIDEO_COLUMN = "max-xl:portrait:flex max-xl:portrait:flex-col max-xl:portrait:gap-4";
export const IN_COLUMN = "max-xl:portrait:contents";
export const IN_SIGHT =
  "z-10 bg-paper ring-4 ring-paper max-xl:portrait:sticky max-xl:portrait:top-14 max-xl:portrait:md:top-0";
export const BESIDE_EACH_OTHER = "xl:grid-cols-[minmax(0,1fr)_360px]";

export function VideoSkeleton() {
  return (
    <Page>
      <Loading label="Loading recording" className={`${VIDEO_GRID} ${BESIDE_EACH_OTHER}`}>
        <div className="grid content-start gap-4">
          <Skeleton className="h-8 w-32" />
          <Skeleton className="aspect-video rounded-12" />
          <Skeleton className="h-19 w-2/3 sm:h-10" />
          <Skeleton className="-mt-2 h-9 sm:h-4.5" />
          <Skeleton className="size-8 !rounded-full" />
        </div>
        <Skeleton className="h-96 rounded-12" />
      </Loading>
    </Page>
  );
}
