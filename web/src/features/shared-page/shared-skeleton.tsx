import { useEffect, useState } from "react";
import { earlyPicture, pictureIsInSight } from "#web/lib/early-link.ts";
import { cx } from "#web/ui/cx.ts";
import { PictureToCome } from "#web/ui/page/picture-to-come.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { BareFrame } from "./bare-frame.tsx";

/** `shareToken`: of the link that is being opened, whose picture may be there before its player. */
export function SharedSkeleton({ shareToken }: { shareToken?: string }) {
  const picture = useEarlyPicture(shareToken);
  return (
    <BareFrame hasSignIn>
      <Loading label="Loading recording" className={cx(SHARED_GRID, picture && "animate-none!")}>
        <div className="grid content-start gap-4">
          <Skeleton className="h-14 w-72 max-w-full" />
          {picture ? (
            <PictureToCome {...picture} className="aspect-video rounded-12" />
          ) : (
            <Skeleton className="aspect-video w-full !rounded-12" />
          )}
          <Skeleton className="h-10 w-80 max-w-full" />
          <Skeleton className="h-8 w-14" />
        </div>
        <div className="grid content-start gap-4">
          <Skeleton className="h-24" />
          <Skeleton className="h-40" />
        </div>
      </Loading>
    </BareFrame>
  );
}

export function EmbedPending({ shareToken }: { shareToken: string }) {
  const picture = useEarlyPicture(shareToken);
  return (
    <div className="h-dvh bg-stage">
      {picture && <PictureToCome {...picture} className="size-full" />}
    </div>
  );
}

function useEarlyPicture(shareToken: string | undefined) {
  const [src, setSrc] = useState<string>();
  useEffect(() => {
    if (shareToken) earlyPicture(shareToken).then(setSrc);
  }, [shareToken]);
  return src ? { src, onLoad: onceDrawn } : undefined;
}

/** A frame after its load the picture is in sight. */
const onceDrawn = () => requestAnimationFrame(() => requestAnimationFrame(pictureIsInSight));

/** Where it is narrow and tall, the player stays in sight above the discussion. */
export const SHARED_GRID =
  "mx-auto grid w-full max-w-[1440px] grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-6 px-4 py-5 md:px-6 lg:grid-cols-[minmax(0,1fr)_360px] max-lg:portrait:flex max-lg:portrait:flex-col max-lg:portrait:gap-4";
