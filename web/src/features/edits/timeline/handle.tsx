import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import { stepOf } from "#web/features/edits/edit-keys.ts";
import { preciseTime } from "#web/features/edits/precise-time.ts";
import type { Editing } from "#web/features/edits/use-editing.ts";
import { cx } from "#web/ui/cx.ts";
import { RULER_PX } from "./draw.ts";
import { placeOf } from "./scale.ts";

interface Props extends Pick<Editing, "scale" | "momentOf"> {
  name: string;
  /** In seconds. */
  at: number;
  /** The place for one that is dragged to. */
  snap: (to: number) => number;
  /** All that is said with the same `hold` is one step. */
  onMove: (to: number, hold: number) => void;
  /** Whether the handle lies behind its edge, or else before it. */
  isRight?: boolean;
  /** An edge within the film is quieter than its ends. */
  isInner?: boolean;
}

let holds = Date.now();

/** An edge that can be dragged, and moved by arrows. */
export function Handle(props: Props) {
  const { name, at, scale, momentOf, snap, onMove, isRight, isInner } = props;
  const { duration } = scale;
  const hold = useRef<{ id: number; offset: number } | null>(null);
  const grip = (event: PointerEvent) => {
    if (event.button !== 0) return;
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    // The place under the finger stays under it.
    hold.current = { id: begin(), offset: at - momentOf(event) };
  };
  const drag = (event: PointerEvent) => {
    if (hold.current) onMove(snap(momentOf(event) + hold.current.offset), hold.current.id);
  };
  const letGo = () => {
    hold.current = null;
  };
  const press = (event: KeyboardEvent) => {
    const to = placeAfter(event, at, duration);
    if (to === undefined) return;
    event.preventDefault();
    onMove(to, event.repeat ? holds : begin());
  };
  return (
    <span
      role="slider"
      tabIndex={0}
      aria-label={name}
      aria-orientation="horizontal"
      aria-valuemin={0}
      aria-valuemax={rounded(duration)}
      aria-valuenow={rounded(at)}
      aria-valuetext={preciseTime(at)}
      onPointerDown={grip}
      onPointerMove={drag}
      onPointerUp={letGo}
      onPointerCancel={letGo}
      onKeyDown={press}
      style={{ left: placeOf(scale, at), top: RULER_PX }}
      className={cx(
        "group/handle absolute bottom-0 z-20 w-3.5 scroll-mt-36 cursor-ew-resize touch-none rounded-8 outline-offset-2",
        // A finger is wider than the handle.
        "after:absolute after:inset-y-0 after:-inset-x-1 pointer-coarse:after:-inset-x-4",
        !isRight && "-translate-x-full",
      )}
    >
      <span
        className={cx(
          "grid h-full place-items-center bg-ink transition group-hover/handle:opacity-85",
          isRight ? "rounded-r-8" : "rounded-l-8",
          isInner && "opacity-60",
        )}
      >
        <span className="h-6 w-0.5 rounded-full bg-paper" />
      </span>
    </span>
  );
}

const begin = () => ++holds;

function placeAfter(event: KeyboardEvent, at: number, duration: number) {
  if (event.key === "Home") return 0;
  if (event.key === "End") return duration;
  const step = stepOf(event);
  return step === undefined ? undefined : at + step;
}

const rounded = (seconds: number) => Math.round(seconds * 1000) / 1000;
