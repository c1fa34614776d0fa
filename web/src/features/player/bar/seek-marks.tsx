import { type ReactNode, useMemo } from "react";
import {
  type Dot,
  densityOf,
  densityPath,
  heightsOf,
  type Mark,
  percentOf,
} from "#web/features/player/timeline.ts";

interface Props {
  marks: readonly Mark[];
  dots: readonly Dot[];
  seen: readonly number[] | undefined;
  reach: number;
  /** The bar itself, between the curve and the dots. */
  children: ReactNode;
}

/** Comments and reactions along the bar, for the eye only: a screen reader gets there by the comments themselves. */
export function SeekMarks({ marks, dots, seen, reach, children }: Props) {
  const curve = useMemo(() => densityPath(densityOf(marks, reach)), [marks, reach]);
  const watched = useMemo(() => densityPath(heightsOf(seen ?? [])), [seen]);
  return (
    <>
      {watched && (
        <svg
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          data-testid="seen-curve"
          aria-hidden="true"
          className="pointer-events-none absolute bottom-1/2 left-0 h-7 w-full"
        >
          <path
            d={watched}
            vectorEffect="non-scaling-stroke"
            className="fill-on-stage/10 stroke-1 stroke-on-stage/50"
          />
        </svg>
      )}
      {curve && (
        <svg
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          data-testid="seek-curve"
          aria-hidden="true"
          className="pointer-events-none absolute bottom-1/2 left-0 h-7 w-full"
        >
          <path d={curve} className="fill-on-stage/25" />
        </svg>
      )}
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
