import { useQuery } from "@tanstack/react-query";
import { type PointerEvent, useEffect, useRef, useState } from "react";
import type { KeptRange } from "#contract/timeline.ts";
import { silencesQuery, waveformQuery } from "#web/data/edits.ts";
import { partAt } from "#web/features/edits/edit-state.ts";
import type { EditedVideo } from "#web/features/edits/edited-video.ts";
import type { Editing } from "#web/features/edits/use-editing.ts";
import { useTheme } from "#web/lib/browser/theme.ts";
import { cx } from "#web/ui/cx.ts";
import { type Drawing, draw, HEIGHT_PX, RULER_PX } from "./draw.ts";
import { Handle } from "./handle.tsx";
import { placeOf, snapped, widthOf } from "./scale.ts";

/** A press that moves less than this, in pixels, selects. */
const STILL_PX = 4;

export function Timeline(editing: Editing) {
  const { zoom, scale, width, scroller } = editing;
  const press = usePress(editing);
  return (
    <div
      ref={scroller}
      data-testid="timeline"
      className="relative isolate overflow-x-auto overflow-y-hidden overscroll-x-contain rounded-12 border border-line bg-raised"
    >
      <div
        className={cx(
          "relative cursor-default touch-pan-y select-none overflow-clip forced-color-adjust-none",
          zoom > 1 && "touch-pan-x",
        )}
        style={{ width: Math.max(width, widthOf(scale)), height: HEIGHT_PX }}
        {...press}
      >
        <Drawn {...editing} />
        <Stretches {...editing} />
        <Edges {...editing} />
        <Playhead {...editing} />
      </div>
    </div>
  );
}

/** The moment that is shown. It moves without being drawn anew, and stays in sight. */
function Playhead({ clock, scale, scroller, zoom }: Editing) {
  const line = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const move = () => {
      const x = placeOf(scale, clock.now());
      if (line.current) line.current.style.transform = `translateX(${x}px)`;
      const around = scroller.current;
      if (!around) return;
      const isInSight = x >= around.scrollLeft && x <= around.scrollLeft + around.clientWidth;
      if (!isInSight) around.scrollLeft = x - around.clientWidth / 8;
    };
    move();
    return clock.follow(move);
  }, [clock, scale, scroller]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another zoom keeps the moment in the middle
  useEffect(() => {
    const around = scroller.current;
    const x = placeOf(scale, clock.now());
    if (around) around.scrollLeft = x - around.clientWidth / 2;
  }, [zoom]);
  return (
    <span
      ref={line}
      aria-hidden="true"
      className="pointer-events-none absolute inset-y-0 left-0 z-20 -ml-px w-0.5 bg-ink ring-1 ring-raised"
    >
      <span className="absolute top-0 -left-1.5 size-3 rounded-full bg-ink" />
    </span>
  );
}

const isRange = (one: KeptRange | null, other: KeptRange) =>
  one?.start === other.start && one.end === other.end;

const KEPT = "rounded-8 inset-ring-2 inset-ring-ink/40";
const REMOVED =
  "bg-[repeating-linear-gradient(135deg,var(--line)_0_1px,transparent_1px_7px)] bg-raised/85";
const MARKED = "z-10 bg-info/30";
const SELECTED = "z-10 rounded-8 bg-wash-2 inset-ring-2 inset-ring-ink";

/** A kept part has an edge around it, and a removed one lies under a veil. */
function Stretches({ parts, marked, scale, state: { selected } }: Editing) {
  const all = [
    ...marked.map((range) => ({ range, look: MARKED })),
    ...parts.map((range) => ({ range, look: range.isKept ? KEPT : REMOVED })),
    ...(selected ? [{ range: selected, look: SELECTED }] : []),
  ];
  return all.map(({ range: { start, end }, look }) => (
    <span
      key={`${look} ${start}`}
      aria-hidden="true"
      className={cx("pointer-events-none absolute bottom-0", look)}
      style={{
        left: placeOf(scale, start),
        width: Math.max(1, (end - start) * scale.second),
        top: RULER_PX,
      }}
    />
  ));
}

/** A pause that is long enough to cut in: edges that are dragged go to where one begins or ends. */
const PAUSE_SECONDS = 0.3;

/** The edges of all that is kept, and of the removed part that is selected: it can be made longer and shorter. */
function Edges(editing: Editing) {
  const { video, state, act, seek, parts, scale } = editing;
  const { data: pauses = [] } = useQuery(silencesQuery(video.scope, PAUSE_SECONDS));
  const { kept, selected, duration } = state;
  const gap = parts.find((part) => !part.isKept && isRange(selected, part));
  const held = { ...editing, snap: (to: number) => snapped(scale, to, pauses) };
  const trim = (edge: "start" | "end") => (to: number, hold: number) => {
    act({ do: "trim", edge, to, hold });
    // The last picture that is kept, not the first that is not.
    seek(edge === "end" ? to - 0.04 : to);
  };
  const recut = (gap: KeptRange, edge: "start" | "end") => (to: number, hold: number) => {
    const wished = { start: gap.start, end: gap.end, [edge]: to };
    if (wished.end - wished.start < 0.05) return;
    act({ do: "recut", edge, to: wished, hold });
    seek(to);
  };
  return (
    <>
      <Handle {...held} name="Start" at={kept.at(0)?.start ?? 0} onMove={trim("start")} />
      <Handle {...held} name="End" isRight at={kept.at(-1)?.end ?? 0} onMove={trim("end")} />
      {gap &&
        gap.start > 0 &&
        gap.end < duration &&
        (["start", "end"] as const).map((edge) => (
          <Handle
            key={edge}
            {...held}
            isInner
            isRight={edge === "start"}
            name={edge === "start" ? "Start of the removed part" : "End of the removed part"}
            at={gap[edge]}
            onMove={recut(gap, edge)}
          />
        ))}
    </>
  );
}

/** The times, the pictures and the sound, as far as they are in sight. */
function Drawn({ video, scale, scroller, width }: Editing) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { data: waveform } = useQuery(waveformQuery(video.scope));
  const pictures = usePictures(video.pictures);
  const [theme] = useTheme();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme draws in another ink
  useEffect(() => {
    const [element, around] = [canvas.current, scroller.current];
    if (!element || !around) return;
    const again = () =>
      draw(element, { scale, from: around.scrollLeft, width, waveform, pictures });
    again();
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const end = new AbortController();
    around.addEventListener("scroll", again, { passive: true, signal: end.signal });
    dark.addEventListener("change", again, { signal: end.signal });
    return () => end.abort();
  }, [scale, width, waveform, pictures, scroller, theme]);
  return (
    <canvas
      ref={canvas}
      className="pointer-events-none sticky left-0 block text-ink-2"
      style={{ width, height: HEIGHT_PX }}
    />
  );
}

/** A press goes to its moment, and on with the pointer; one that stays where it is selects the part there. */
function usePress({ state, parts, act, seek, momentOf }: Editing) {
  const pressed = useRef<{ x: number; isMoved: boolean } | null>(null);
  return {
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0) return;
      pressed.current = { x: event.clientX, isMoved: false };
      if (event.pointerType === "mouse") event.currentTarget.setPointerCapture(event.pointerId);
      seek(momentOf(event));
    },
    onPointerMove(event: PointerEvent) {
      if (!pressed.current) return;
      if (Math.abs(event.clientX - pressed.current.x) > STILL_PX) pressed.current.isMoved = true;
      if (pressed.current.isMoved) seek(momentOf(event));
    },
    onPointerUp(event: PointerEvent) {
      const isStill = pressed.current?.isMoved === false;
      pressed.current = null;
      const part = isStill && partAt(parts, momentOf(event));
      if (!part) return;
      const { start, end } = part;
      act({ do: "select", range: isRange(state.selected, part) ? null : { start, end } });
    },
    onPointerCancel() {
      pressed.current = null;
    },
  };
}

/** The contact sheet, once it is there. */
function usePictures(pictures: EditedVideo["pictures"]) {
  const [loaded, setLoaded] = useState<Drawing["pictures"]>();
  const { src, shape } = pictures ?? {};
  useEffect(() => {
    if (!src || !shape) return setLoaded(undefined);
    const image = new Image();
    image.onload = () => setLoaded({ image, shape });
    image.src = src;
    return () => {
      image.onload = null;
    };
  }, [src, shape]);
  return loaded;
}
