import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import type { LiveIndex, LiveState } from "#contract/live.ts";
import { Player } from "#web/features/player/player.tsx";
import type { RecordingPlayerProps } from "#web/features/player/recording-player.tsx";
import { formatDuration } from "#web/lib/format.ts";
import { useEvery, useLater } from "#web/lib/use-later.ts";
import { LiveDot } from "#web/ui/badge.tsx";
import { cx } from "#web/ui/cx.ts";
import { mediaSource } from "./buffer.ts";
import { Feed, type Over } from "./feed.ts";

const BEGUN_AGAIN_MS = 6_000;

interface Props extends RecordingPlayerProps {
  stage: RefObject<HTMLElement | null>;
  index: LiveIndex;
  hasBegunAgain: boolean;
  onNews: () => void;
  onAgain: () => void;
}

export function LiveTake(given: Props) {
  const { stage, index, onNews, onAgain, hasBegunAgain, ...props } = given;
  const { recording, headers, media, captions, startAt, isCounted, ...player } = props;
  const place = useRef<HTMLDivElement>(null);
  const [isNews, setNews] = useState(true);
  useLater(BEGUN_AGAIN_MS, () => setNews(false));
  const feed = useFeed(place, given);
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
        {...feed}
        isInterrupted={recording.interrupted && recording.status === "recording"}
        hasBegunAgain={hasBegunAgain && isNews}
      />
    </div>
  );
}

function useFeed(place: RefObject<HTMLElement | null>, given: Props) {
  const { index } = given;
  const [source] = useState(() => {
    const Source = mediaSource() as typeof MediaSource; // without one, the browser shows nothing live
    const media = new Source();
    return { media, src: URL.createObjectURL(media) };
  });
  const feed = useRef<Feed>(null);
  const [seen, setSeen] = useState<{ state: LiveState; isLive: boolean }>({
    state: index,
    isLive: true,
  });
  const [isMuted, setMuted] = useState(false);
  const headers = useEffectEvent(() => given.headers ?? {});
  const over = useEffectEvent((why: Over) => {
    if (why === "begun-again") given.onAgain();
    given.onNews();
  });
  const begin = useEffectEvent(
    (video: HTMLVideoElement) =>
      new Feed(video, source.media, {
        ...{ id: given.recording.id, index, at: given.startAt ?? "live" },
        headers: () => headers(),
        onState: (state, isLive) => setSeen({ state, isLive }),
        onMuted: () => setMuted(true),
        onOver: (why) => over(why),
      }),
  );
  useEffect(() => {
    const video = place.current?.querySelector("video");
    if (!video) return;
    feed.current = begin(video);
    const heard = () => !video.muted && setMuted(false);
    video.addEventListener("volumechange", heard);
    return () => {
      feed.current?.stop();
      video.removeEventListener("volumechange", heard);
    };
  }, [place]);
  const unmute = () => {
    const video = place.current?.querySelector("video");
    if (video) video.muted = false;
  };
  return {
    ...seen,
    ...{ isMuted, unmute, src: source.src },
    goLive: (): void => feed.current?.goLive(),
  };
}

const PILL = "rounded-full bg-stage/80 px-3 py-1.5 font-medium text-13 text-on-stage";
const SILENT_SECONDS = 5;
const OVER_SECONDS = 60;

interface LiveSignsProps extends Omit<ReturnType<typeof useFeed>, "src"> {
  /** The server has heard nothing of the recorder for a minute. */
  isInterrupted: boolean;
  hasBegunAgain: boolean;
}

export function LiveSigns(props: LiveSignsProps) {
  const { isLive, isMuted, goLive, unmute } = props;
  const words = useWords(props);
  return (
    <div className="pointer-events-none absolute top-3 left-3 z-10 flex flex-wrap items-center gap-2 *:pointer-events-auto">
      <button
        type="button"
        aria-pressed={isLive}
        title={isLive ? "You see the newest" : "To the newest"}
        onClick={goLive}
        className={cx(PILL, "flex items-center gap-1.5 focus-visible:outline-on-stage")}
      >
        {isLive && !words && <LiveDot />}
        Live
      </button>
      <span role="status" className={cx(words && PILL)}>
        {words}
      </span>
      {isMuted && (
        <button
          type="button"
          onClick={unmute}
          className={cx(PILL, "underline underline-offset-2 focus-visible:outline-on-stage")}
        >
          Turn the sound on
        </button>
      )}
    </div>
  );
}

function useWords({ state, isInterrupted, hasBegunAgain }: LiveSignsProps): string | undefined {
  const silent = useSilence(state.updated_at);
  if (state.ended) return undefined;
  if (isInterrupted || (!state.paused && silent >= OVER_SECONDS))
    return `Ended early at ${formatDuration(state.seconds)}`;
  if (state.paused) return "Paused";
  if (hasBegunAgain) return "Begun again";
  return silent >= SILENT_SECONDS ? "Waiting for the recorder" : undefined;
}

/** Seconds since the last news by this computer's clock: another's may go wrong. */
function useSilence(news: string): number {
  const heardAt = useRef(0);
  const [silent, setSilent] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: counted anew at each news
  useEffect(() => {
    heardAt.current = performance.now();
    setSilent(0);
  }, [news]);
  useEvery(500, () => setSilent(Math.floor((performance.now() - heardAt.current) / 1000)));
  return silent;
}
