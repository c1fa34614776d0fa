import { useState } from "react";
import { mostZoom, scaleOf } from "./scale.ts";

const ZOOM_STEP = 1.5;

export type Zooming = ReturnType<typeof useZoom>;

/** How closely the timeline is looked at, by the width that it has on this screen. */
export function useZoom(duration: number) {
  const [wished, setZoom] = useState(1);
  const [width, setWidth] = useState(0);
  const most = mostZoom(duration, width);
  const zoom = Math.min(most, wished);
  return {
    ...{ zoom, most, width, setWidth, scale: scaleOf(duration, width, zoom) },
    zoomBy: (steps: number) => setZoom(Math.min(most, Math.max(1, zoom * ZOOM_STEP ** steps))),
  };
}
