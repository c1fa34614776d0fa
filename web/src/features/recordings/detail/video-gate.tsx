import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { VideoOff } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent } from "react";
import { recordingTopic } from "#contract/events.ts";
import type { Recording } from "#contract/recordings.ts";
import { useStaleTopic } from "#web/data/realtime.ts";
import { isUnfinished, recordingQuery } from "#web/data/recordings.ts";
import { isUnknown } from "#web/lib/api-error.ts";
import { useLastError } from "#web/lib/use-last-error.ts";
import { buttonLook } from "#web/ui/controls/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { toast } from "#web/ui/layers/toast.ts";
import { Page } from "#web/ui/page/page.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";

/** How often an unfinished recording is asked about where realtime is silent. */
const PATIENCE = 5_000;

interface Props {
  id: string;
  children: (recording: Recording) => ReactNode;
}

export function VideoGate({ id, children }: Props) {
  const query = useQuery({
    ...recordingQuery(id),
    refetchInterval: ({ state }) => (state.data && isUnfinished(state.data) ? PATIENCE : false),
  });
  const isGone = useLastError(query, isUnknown);
  // A recording that is gone sends no news.
  useStaleTopic(isGone ? null : recordingTopic(id), [recordingQuery(id).queryKey]);
  const navigate = useNavigate();
  const hasFailed = query.isLoadingError && !isGone;
  const leave = useEffectEvent(() => {
    toast.error("Failed to load recording", { leads: true });
    void navigate({ to: "/" });
  });
  useEffect(() => {
    if (hasFailed) leave();
  }, [hasFailed]);
  if (!isGone) return query.data ? children(query.data) : <VideoSkeleton />;
  return (
    <Page>
      <h1 className="sr-only">Video not found</h1>
      <EmptyState
        icon={<VideoOff />}
        title="Video not found"
        help={
          <>
            It was deleted, or it belongs to somebody else.{" "}
            <Link to="/trash" className="underline underline-offset-4">
              Look in the trash
            </Link>
          </>
        }
        action={
          <Link to="/my-recordings" className={buttonLook({ tone: "primary" })}>
            Back to My Videos
          </Link>
        }
      />
    </Page>
  );
}

/** Player at left, discussion at right; beneath each other where there is no room. */
export const VIDEO_GRID = "grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-10";
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
