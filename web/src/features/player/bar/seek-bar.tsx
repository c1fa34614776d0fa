import {
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import type { Sheet } from "#web/data/recordings.ts";
import { type Playback, reachOf } from "#web/features/player/playback.ts";
import type { PlayerProps } from "#web/features/player/player-props.ts";
import {
  chapterAt,
  type Dot,
  densityOf,
  densityPath,
  dotNear,
  dotsOf,
  heightsOf,
  type Mark,
  percentOf,
} from "#web/features/player/timeline.ts";
import { sheetSize, tileAt } from "#web/lib/contact-sheet.ts";
import { counted, formatDuration } from "#web/lib/format.ts";
import { cx } from "#web/ui/cx.ts";
import { BarSlider } from "./bar-controls.tsx";
import type { BarProps } from "./view-controls.tsx";

/** A press this near to a comment's dot, as a part of the bar, means the dot. */
const REACH_OF_DOT = 0.008;
const none: readonly never[] = [];

export function SeekBar({ player, marks = none, sheet, seen = none }: BarProps) {
  const { video, playback } = player;
  const [hovered, setHovered] = useState<number | null>(null);
  const { held, scrub } = useScrub(video);
  const reach = reachOf(playback);
  const dots = useMemo(() => dotsOf(marks, reach), [marks, reach]);
  const time = held ?? playback.time;
  const [isOnKeys, setOnKeys] = useState(false);
  // Where the pointer is, where a finger drags to, or where the keys have come.
  const looked = hovered ?? held ?? (isOnKeys ? time : null);
  const bar = useSmoothFill(video, time, reach, playback.phase === "playing" && held === null);

  const follow = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const part = (event.clientX - left) / width;
    setHovered(Math.min(1, Math.max(0, part)) * reach);
  };
  return (
    <div
      ref={bar}
      className="group/seek relative"
      onPointerMove={follow}
      onPointerLeave={() => setHovered(null)}
    >
      {looked !== null && reach > 0 && (
        <SeekPreview
          time={looked}
          reach={reach}
          sheet={sheet}
          dot={dotNear(dots, looked, reach * REACH_OF_DOT)}
          chapter={chapterAt(marks, looked)}
        />
      )}
      <BarSlider
        label="Seek"
        onFocus={({ target }) => setOnKeys(target.matches(":focus-visible"))}
        onBlur={() => setOnKeys(false)}
        className="h-5"
        min={0}
        max={reach || 1}
        value={Math.min(time, reach || 1)}
        aria-valuetext={`${formatDuration(time)} of ${formatDuration(playback.duration)}`}
        onChange={(event) => {
          const to = event.currentTarget.valueAsNumber;
          scrub(dotNear(dots, to, reach * REACH_OF_DOT)?.time ?? to);
        }}
      >
        <SeekMarks marks={marks} dots={dots} seen={seen} reach={reach}>
          <Track playback={playback} reach={reach} />
        </SeekMarks>
        <span className="pointer-events-none absolute left-[calc(var(--at)*1%)] size-3 -translate-x-1/2 scale-0 rounded-full bg-on-stage transition-transform group-hover/seek:scale-100 group-has-focus-visible/seek:scale-100" />
      </BarSlider>
    </div>
  );
}

function Track({ playback, reach }: { playback: Playback; reach: number }) {
  return (
    <span className="relative h-1 w-full overflow-hidden rounded-full bg-on-stage/25 transition-[height] group-hover/seek:h-1.5">
      {playback.buffered.map(({ start, end }) => (
        <span
          key={start}
          className="absolute inset-y-0 bg-on-stage/25"
          style={{ left: `${percentOf(start, reach)}%`, right: `${100 - percentOf(end, reach)}%` }}
        />
      ))}
      <span className="absolute inset-y-0 left-0 w-[calc(var(--at)*1%)] bg-on-stage" />
    </span>
  );
}

/** The element reports four times a second; between reports the fill follows it frame by frame. */
function useSmoothFill(
  video: RefObject<HTMLVideoElement | null>,
  time: number,
  reach: number,
  isPlaying: boolean,
) {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // A tenth of a percent is about a pixel: a page that is drawn anew for less takes the processor for nothing.
    const fill = (to: number) =>
      bar.current?.style.setProperty("--at", String(Math.round(percentOf(to, reach) * 10) / 10));
    fill(time);
    if (!isPlaying) return;
    let frame = requestAnimationFrame(function draw() {
      fill(video.current?.currentTime ?? 0);
      frame = requestAnimationFrame(draw);
    });
    return () => cancelAnimationFrame(frame);
  }, [time, isPlaying, reach, video]);
  return bar;
}

/** Dragging asks for more places than a video can be read at: while one is on its way, only the latest waits. */
export function useScrub(video: RefObject<HTMLVideoElement | null>) {
  const [held, setHeld] = useState<number | null>(null);
  const waiting = useRef<number | null>(null);

  useEffect(() => {
    const element = video.current;
    const arrived = () => {
      if (waiting.current === null || !element) return setHeld(null);
      element.currentTime = waiting.current;
      waiting.current = null;
    };
    element?.addEventListener("seeked", arrived);
    return () => element?.removeEventListener("seeked", arrived);
  }, [video]);

  const scrub = (time: number) => {
    const element = video.current;
    if (!element || element.readyState === 0) return;
    setHeld(time);
    if (element.seeking) waiting.current = time;
    else element.currentTime = time;
  };
  return { held, scrub };
}

interface SeekMarksProps {
  marks: readonly Mark[];
  dots: readonly Dot[];
  seen: readonly number[];
  reach: number;
  children: ReactNode;
}

/** Comments and reactions along the bar, for the eye only: a screen reader gets there by the comments themselves. */
function SeekMarks({ marks, dots, seen, reach, children }: SeekMarksProps) {
  const curve = useMemo(() => densityPath(densityOf(marks, reach)), [marks, reach]);
  const watched = useMemo(() => densityPath(heightsOf(seen)), [seen]);
  return (
    <>
      <Curve name="seen-curve" path={watched} look="fill-on-stage/10 stroke-1 stroke-on-stage/50" />
      <Curve name="seek-curve" path={curve} look="fill-on-stage/25" />
      {children}
      {marks
        .filter(({ kind, time }) => kind === "chapter" && time > 0 && time < reach)
        .map(({ time }) => (
          <span
            key={time}
            data-testid="seek-chapter"
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 h-2 w-0.5 -translate-x-1/2 -translate-y-1/2 bg-stage"
            style={{ left: `${percentOf(time, reach)}%` }}
          />
        ))}
      {dots.map(({ time, comments }) => (
        <span
          key={comments[0]?.id}
          data-testid="seek-dot"
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 size-2.5 -translate-x-1/2 -translate-y-1/2 rounded-full border-2 border-stage bg-on-stage"
          style={{ left: `${percentOf(time, reach)}%` }}
        />
      ))}
    </>
  );
}

function Curve({ name, path, look }: { name: string; path: string; look: string }) {
  return path === "" ? null : (
    <svg
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      data-testid={name}
      aria-hidden="true"
      className="pointer-events-none absolute bottom-1/2 left-0 h-7 w-full"
    >
      <path d={path} vectorEffect="non-scaling-stroke" className={look} />
    </svg>
  );
}

interface Props {
  time: number;
  reach: number;
  sheet: PlayerProps["sheet"];
  dot: Dot | undefined;
  chapter: string | undefined;
}

export function SeekPreview({ time, reach, sheet, dot, chapter }: Props) {
  const comments = dot?.comments ?? [];
  const first = comments.find(({ says }) => says)?.says;
  const others = comments.length - (first ? 1 : 0);
  const moment = dot?.time ?? time;
  const at = percentOf(moment, reach);
  return (
    <div
      aria-hidden="true"
      data-testid="seek-preview"
      // Pulled towards the middle by as much as it is off it, so that it never leaves the frame.
      style={{ left: `${at}%`, transform: `translateX(-${at}%)` }}
      className={cx(
        "pointer-events-none absolute bottom-full z-10 mb-2 grid gap-0.5 overflow-hidden rounded-8 bg-on-stage px-2.5 py-1 text-12 text-stage",
        sheet ? "w-41 max-sm:w-30" : "max-w-64",
      )}
    >
      {sheet && <Tile sheet={sheet} moment={moment} />}
      <span className="font-medium tabular-nums">{formatDuration(moment)}</span>
      {chapter && (
        <bdi className={cx("line-clamp-2 break-words", first && "max-sm:hidden")}>{chapter}</bdi>
      )}
      {first && (
        <span className="line-clamp-2 break-words max-sm:line-clamp-1">
          <span className="font-medium">{first.author}</span> {first.text}
        </span>
      )}
      {others > 0 && <span className="opacity-70">{othersText(others, first !== undefined)}</span>}
    </div>
  );
}

function Tile({ sheet: { src, shape }, moment }: { sheet: Sheet; moment: number }) {
  const { x, y } = tileAt(shape, moment);
  const { width, height } = sheetSize(shape);
  return (
    <span className="-mx-2 -mt-0.5 mb-0.5 grid justify-center overflow-hidden rounded-[6px] bg-stage">
      <span
        data-testid="seek-picture"
        // A phone's player is hardly higher than the picture.
        className="bg-no-repeat max-sm:[zoom:0.7]"
        style={{
          width: shape.tile_width,
          height: shape.tile_height,
          backgroundImage: `url("${src}")`,
          backgroundPosition: `${-x}px ${-y}px`,
          backgroundSize: `${width}px ${height}px`,
        }}
      />
    </span>
  );
}

const othersText = (count: number, isMore: boolean) =>
  isMore ? `and ${count} more` : counted(count, "comment");
