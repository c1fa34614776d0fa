import { useEffect, useRef } from "react";
import type { Editing } from "#web/features/edits/use-editing.ts";
import { placeOf } from "./scale.ts";

/** The moment that is shown. It moves without being drawn anew, and stays in sight. */
export function Playhead({ clock, scale, scroller, zoom }: Editing) {
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
