import { type RefObject, useEffect, useRef, useState } from "react";
import type { LiveIndex } from "#contract/live.ts";
import { Player } from "#web/features/player/player.tsx";
import type { RecordingPlayerProps } from "#web/features/player/recording-player.tsx";
import { LiveSigns } from "./live-signs.tsx";
import { useFeed } from "./use-feed.ts";

const BEGUN_AGAIN_MS = 6_000;

interface Props extends RecordingPlayerProps {
  stage: RefObject<HTMLElement | null>;
  index: LiveIndex;
  hasBegunAgain: boolean;
  onNews: () => void;
  /** Another take of it has begun. */
  onAgain: () => void;
}

/** One take of a recording that runs. */
export function LiveTake(given: Props) {
  const { stage, index, onNews, onAgain, hasBegunAgain, ...props } = given;
  const { recording, headers = {}, media, captions, startAt, isCounted: _, ...player } = props;
  const place = useRef<HTMLDivElement>(null);
  const isNews = useFor(BEGUN_AGAIN_MS);
  const feed = useFeed(place, {
    ...{ id: recording.id, headers, index, startAt },
    onOver: (why) => {
      if (why === "begun-again") onAgain();
      onNews();
    },
  });
  return (
    <div ref={place} data-running className="relative size-full">
      <Player
        {...player}
        isLive
        stage={stage}
        recordingId={recording.id}
        title={recording.filename}
        sources={[{ src: feed.src, type: index.mime_type }]}
        duration={feed.state.seconds || null}
        tracks={captions?.(media?.token ?? "")}
      />
      <LiveSigns
        state={feed.state}
        isLive={feed.isLive}
        isInterrupted={recording.interrupted && recording.status === "recording"}
        hasBegunAgain={hasBegunAgain && isNews}
        isMuted={feed.isMuted}
        onLive={feed.goLive}
        onSound={feed.unmute}
      />
    </div>
  );
}

/** True for a while. */
function useFor(ms: number): boolean {
  const [isSo, setSo] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setSo(false), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return isSo;
}
