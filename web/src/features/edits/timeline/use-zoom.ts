import { type PointerEvent, useEffect, useMemo, useRef, useState } from "react";
import { mostZoom, scaleOf, secondsAt } from "./scale.ts";

const ZOOM_STEP = 1.5;

/** How closely the timeline is looked at, by the width that it has on this screen. */
export function useZoom(duration: number) {
  const [wished, setZoom] = useState(1);
  const [width, setWidth] = useState(0);
  const scroller = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!scroller.current) return;
    const measured = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    measured.observe(scroller.current);
    return () => measured.disconnect();
  }, []);
  const most = mostZoom(duration, width);
  const zoom = Math.min(most, wished);
  const scale = useMemo(() => scaleOf(duration, width, zoom), [duration, width, zoom]);
  return {
    ...{ scroller, width, zoom, most, scale },
    zoomBy: (steps: number) => setZoom(Math.min(most, Math.max(1, zoom * ZOOM_STEP ** steps))),
    /** The moment under a pointer. */
    momentOf(event: PointerEvent) {
      const { left = 0 } = scroller.current?.getBoundingClientRect() ?? {};
      return secondsAt(scale, event.clientX - left + (scroller.current?.scrollLeft ?? 0));
    },
  };
}
