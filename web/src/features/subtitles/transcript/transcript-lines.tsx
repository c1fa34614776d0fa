import { type MouseEvent, memo, useEffect, useRef, useState } from "react";
import type { Cue } from "#contract/subtitles.ts";
import { type Clock, useAtMoment } from "#web/lib/clock.ts";
import { formatDuration } from "#web/lib/format.ts";
import { Button } from "#web/ui/controls/button.tsx";

interface Props {
  cues: readonly Cue[];
  language: string;
  clock: Clock;
  onJump: (seconds: number) => void;
}

/** Everything that is said, in the page itself: the browser's own search finds it. */
export function TranscriptLines({ cues, language, clock, onJump }: Props) {
  const playing = useAtMoment(clock, (seconds) => indexAt(cues, seconds));
  const { list, isFollowing, follow, onMoved } = useFollowing(playing);
  // A person who marks words to copy them has not pressed on a moment.
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const line = event.target instanceof Element && event.target.closest("[data-line]");
    if (!(line instanceof HTMLElement) || getSelection()?.isCollapsed === false) return;
    const cue = cues[Number(line.dataset.line)];
    if (cue) onJump(cue.start);
  };
  return (
    <div className="relative">
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: for pointers; each line has a button, too */}
      <ol
        ref={list}
        aria-label="Transcript"
        className="max-h-[60dvh] overflow-y-auto overscroll-contain xl:max-h-[70dvh]"
        onClick={onClick}
        onWheel={onMoved}
        onTouchMove={onMoved}
      >
        {stretchesOf(cues.length).map((from) => (
          <Stretch
            key={from}
            cues={cues}
            from={from}
            language={language}
            playing={playing !== undefined && stretchOf(playing) === from ? playing : undefined}
          />
        ))}
      </ol>
      {!isFollowing && playing !== undefined && (
        <Button size="sm" className="absolute inset-x-0 bottom-2 mx-auto w-fit" onClick={follow}>
          Follow the recording
        </Button>
      )}
    </div>
  );
}

/** The lines that are drawn anew when one of them begins to play; the thousands of others are not. */
const STRETCH = 50;

const stretchOf = (index: number) => index - (index % STRETCH);
const stretchesOf = (lines: number) =>
  Array.from({ length: Math.ceil(lines / STRETCH) }, (_, n) => n * STRETCH);

interface StretchProps extends Pick<Props, "cues" | "language"> {
  from: number;
  /** The line that is said, if it is one of these. */
  playing: number | undefined;
}

const Stretch = memo(function Stretch({ cues, from, language, playing }: StretchProps) {
  return cues.slice(from, from + STRETCH).map(({ start, text }, place) => (
    <li
      // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place in the list
      key={place}
      data-line={from + place}
      aria-current={from + place === playing || undefined}
      className="grid cursor-pointer grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-2 rounded-8 px-1 py-1 [contain-intrinsic-size:auto_32px] [content-visibility:auto] hover:bg-wash aria-current:bg-wash-2"
    >
      <button
        type="button"
        aria-label={`Go to ${formatDuration(start)}`}
        className="min-w-12 rounded-8 px-1 text-left text-12 text-ink-2 tabular-nums -outline-offset-2"
      >
        {formatDuration(start)}
      </button>
      <span dir="auto" lang={language} className="text-14 [overflow-wrap:anywhere]">
        {text}
      </span>
    </li>
  ));
});

/** The line that is said at a moment; between two it is still the one before. Undefined before the first. */
export function indexAt(cues: readonly Pick<Cue, "start">[], seconds: number): number | undefined {
  const index = cues.findLastIndex(({ start }) => start <= seconds);
  return index < 0 ? undefined : index;
}

/** Keeps the line that is said in sight, until somebody scrolls to read elsewhere. */
function useFollowing(playing: number | undefined) {
  const list = useRef<HTMLOListElement>(null);
  const [isFollowing, setFollowing] = useState(true);
  useEffect(() => {
    const box = list.current;
    const line = playing === undefined ? undefined : box?.children[playing];
    if (!isFollowing || !box || !(line instanceof HTMLElement)) return;
    // The list scrolls, the page does not: somebody may be looking at the video.
    const { top, height } = line.getBoundingClientRect();
    box.scrollTop += top - box.getBoundingClientRect().top - (box.clientHeight - height) / 3;
  }, [playing, isFollowing]);
  return {
    list,
    isFollowing,
    follow: () => setFollowing(true),
    onMoved: () => setFollowing(false),
  };
}
