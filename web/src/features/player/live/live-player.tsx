import { useQuery } from "@tanstack/react-query";
import { Film } from "lucide-react";
import { type RefObject, Suspense, useEffect, useRef, useState } from "react";
import { readLive } from "#web/data/live.ts";
import {
  RecordingPlayer,
  type RecordingPlayerProps,
} from "#web/features/player/recording-player.tsx";
import { ApiError, isRefused } from "#web/lib/api-error.ts";
import { opening } from "#web/lib/share-scope.ts";
import { useEvery } from "#web/lib/use-later.ts";
import { LiveDot } from "#web/ui/badge.tsx";
import { cx } from "#web/ui/cx.ts";
import { EmptyStage } from "#web/ui/page/empty-stage.tsx";
import { mediaSource } from "./buffer.ts";
import { handOver } from "./hand-over.ts";
import { LiveTake } from "./live-take.tsx";

/** How often what has ended is asked for, where nobody says that it is ready. */
const PATIENCE = 5_000;

interface Props extends RecordingPlayerProps {
  /** Something about the recording is new: the page reads it again. */
  onNews: () => void;
}

export default function LivePlayer({ onNews, ref, startAt, className, ...props }: Props) {
  const { recording, headers = {} } = props;
  const stage = useRef<HTMLDivElement>(null);
  const [takes, setTakes] = useState(0);
  const { id, status } = recording;
  const isRunning = status === "recording";
  const { index, unsupported, askAgain } = useTake(id, headers, isRunning);
  const isMissing = recording.live === null && status !== "ready" && status !== "failed";
  useEvery(isMissing && PATIENCE, onNews);
  // A viewer who has seen nothing yet need not wait for the file: its parts play already.
  const isReady = status === "ready" || (status === "processing" && index === undefined);
  const handing = useHandOver(stage, isReady, startAt);
  return (
    <div
      ref={stage}
      className={cx(
        "relative isolate grid w-full overflow-hidden bg-stage *:col-start-1 *:row-start-1",
        "[&:fullscreen_section]:aspect-auto [&:fullscreen_section]:h-full [&:fullscreen_section]:rounded-none",
        className ?? "rounded-12",
      )}
    >
      {isReady && (
        <div
          data-finished
          inert={!handing.isOver}
          className={cx(!handing.isOver && "-z-10 opacity-0")}
        >
          {/* What runs stays in sight until this is there. */}
          <Suspense>
            <RecordingPlayer
              {...props}
              {...{ className, stage, startAt: handing.at }}
              ref={handing.isOver ? ref : undefined}
            />
          </Suspense>
        </div>
      )}
      {handing.isOver ? null : index ? (
        <LiveTake
          key={`${index.take} ${takes}`}
          {...props}
          {...{ className, stage, ref, index, onNews }}
          startAt={index.take > 0 || takes > 0 ? undefined : startAt}
          hasBegunAgain={takes > 0}
          onAgain={() => {
            setTakes(takes + 1);
            void askAgain();
          }}
        />
      ) : (
        <Waiting {...{ unsupported, isRunning }} />
      )}
    </div>
  );
}

function useHandOver(stage: RefObject<HTMLElement | null>, isReady: boolean, startAt?: number) {
  const [isOver, setOver] = useState(false);
  const [at, setAt] = useState<number>();
  if (isReady && at === undefined) setAt(startAt ?? 0);
  useEffect(() => {
    if (!isReady) return;
    const stopped = new AbortController();
    const find = (which: string) =>
      stage.current?.querySelector(`[data-${which}]`)?.querySelector("video") ?? null;
    void handOver(find, stopped.signal).then(() => {
      if (!stopped.signal.aborted) setOver(true);
    });
    return () => stopped.abort();
  }, [stage, isReady]);
  return { at, isOver };
}

function Waiting({ unsupported, isRunning }: { unsupported: Unsupported; isRunning: boolean }) {
  if (unsupported)
    return (
      <EmptyStage
        icon={<LiveDot />}
        title={
          unsupported === "here"
            ? "This browser cannot show it while it is recorded"
            : "This recording cannot be watched before it is finished"
        }
        help="Stay here: the recording plays on this page as soon as it is finished."
      />
    );
  return (
    <EmptyStage
      icon={isRunning ? <LiveDot /> : <Film aria-hidden="true" className="size-6" />}
      title={isRunning ? "This recording is still being made" : "The recording has ended"}
      help="It plays here by itself in a moment."
    />
  );
}

const SOON = 1_000;

/** The take that runs, once a player can begin in it; or why this browser shows nothing before the end. */
function useTake(id: string, headers: Record<string, string>, isRunning: boolean) {
  const { data, error, refetch } = useQuery({
    queryKey: ["live", id, opening(headers)],
    queryFn: ({ signal }) => readLive(id, "live", { headers, signal }),
    enabled: isRunning,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnReconnect: false,
    refetchInterval: ({ state }) => {
      if (state.error) return isRefused(state.error) ? false : SOON;
      return state.data?.init_bytes ? false : SOON;
    },
  });
  const index = data && data.init_bytes > 0 ? data : undefined;
  const unsupported = unsupportedBy(error, index?.mime_type);
  return { index: unsupported ? undefined : index, unsupported, askAgain: refetch };
}

/** Whether this kind of recording is nobody's to watch before its end, or only not this browser's. */
type Unsupported = "by-all" | "here" | undefined;

function unsupportedBy(error: Error | null, type: string | undefined): Unsupported {
  if (error instanceof ApiError && error.code === "live_unsupported") return "by-all";
  return type !== undefined && !mediaSource()?.isTypeSupported(type) ? "here" : undefined;
}
