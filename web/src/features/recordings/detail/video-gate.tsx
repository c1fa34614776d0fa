import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { VideoOff } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent } from "react";
import { recordingTopic } from "#contract/events.ts";
import type { Recording } from "#contract/recordings.ts";
import { useStaleTopic } from "#web/data/realtime.ts";
import { isUnfinished, recordingQuery } from "#web/data/recordings.ts";
import { ApiError } from "#web/lib/api-error.ts";
import { buttonLook } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Page } from "#web/ui/page.tsx";
import { toast } from "#web/ui/toast.ts";
import { VideoSkeleton } from "./video-skeleton.tsx";

/** How often an unfinished recording is asked about where realtime is silent. */
const PATIENCE = 5_000;

interface Props {
  id: string;
  children: (recording: Recording) => ReactNode;
}

/** Reads a recording, keeps it fresh, and says so when there is none. */
export function VideoGate({ id, children }: Props) {
  const query = useQuery({
    ...recordingQuery(id),
    refetchInterval: ({ state }) => (state.data && isUnfinished(state.data) ? PATIENCE : false),
  });
  const isGone = query.error instanceof ApiError && query.error.status === 404;
  // What is not there says nothing: asked for again when its topic is joined, the page would blink.
  useStaleTopic(isGone ? null : recordingTopic(id), [recordingQuery(id).queryKey]);
  useLeave(query.isLoadingError && !isGone);
  if (isGone) return <VideoNotFound />;
  return query.data ? children(query.data) : <VideoSkeleton />;
}

function useLeave(hasFailed: boolean) {
  const navigate = useNavigate();
  const leave = useEffectEvent(() => {
    toast.error("Failed to load recording", { leads: true });
    void navigate({ to: "/" });
  });
  useEffect(() => {
    if (hasFailed) leave();
  }, [hasFailed]);
}

function VideoNotFound() {
  return (
    <Page>
      <h1 className="sr-only">Video not found</h1>
      <EmptyState
        icon={<VideoOff />}
        title="Video not found"
        help="It was deleted, or it belongs to somebody else."
        action={
          <Link to="/my-recordings" className={buttonLook({ tone: "primary" })}>
            Back to My Videos
          </Link>
        }
      />
    </Page>
  );
}
