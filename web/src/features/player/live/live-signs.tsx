import { useEffect, useRef, useState } from "react";
import type { LiveState } from "#contract/live.ts";
import { formatDuration } from "#web/lib/format.ts";
import { LiveDot } from "#web/ui/badge.tsx";
import { cx } from "#web/ui/cx.ts";

const PILL = "rounded-full bg-stage/80 px-3 py-1.5 font-medium text-13 text-on-stage";
const SILENT_SECONDS = 5;
const OVER_SECONDS = 60;

interface Props {
  state: LiveState;
  isLive: boolean;
  /** The server has heard nothing of the recorder for a minute. */
  isInterrupted: boolean;
  hasBegunAgain: boolean;
  isMuted: boolean;
  onLive: () => void;
  onSound: () => void;
}

/** Over the picture of a recording that runs: how it stands, and the way to its end. */
export function LiveSigns(props: Props) {
  const { isLive, isMuted, onLive, onSound } = props;
  const words = useWords(props);
  return (
    <div className="pointer-events-none absolute top-3 left-3 z-10 flex flex-wrap items-center gap-2 *:pointer-events-auto">
      <button
        type="button"
        aria-pressed={isLive}
        title={isLive ? "You see the newest" : "To the newest"}
        onClick={onLive}
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
          onClick={onSound}
          className={cx(PILL, "underline underline-offset-2 focus-visible:outline-on-stage")}
        >
          Turn the sound on
        </button>
      )}
    </div>
  );
}

function useWords({ state, isInterrupted, hasBegunAgain }: Props): string | undefined {
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
    const clock = setInterval(
      () => setSilent(Math.floor((performance.now() - heardAt.current) / 1000)),
      500,
    );
    return () => clearInterval(clock);
  }, [news]);
  return silent;
}
