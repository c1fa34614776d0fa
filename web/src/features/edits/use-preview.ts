import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { KeptRange } from "#contract/timeline.ts";
import { newClock } from "#web/lib/clock.ts";
import { newPreview, type Preview } from "./preview.ts";

/** The two films on the page, and what plays the edit with them. */
export function usePreview(kept: readonly KeptRange[], duration: number) {
  const first = useRef<HTMLVideoElement>(null);
  const second = useRef<HTMLVideoElement>(null);
  const preview = useRef<Preview>(undefined);
  const [front, setFront] = useState<0 | 1>(0);
  const [isPlaying, setPlaying] = useState(false);
  const [clock] = useState(newClock);

  const begin = useEffectEvent(() => kept.at(0)?.start ?? 0);
  useEffect(() => {
    if (!first.current || !second.current) return;
    const heard = { time: clock.tell, playing: setPlaying, front: setFront };
    preview.current = newPreview([first.current, second.current], heard);
    preview.current.seek(begin());
    return () => preview.current?.close();
  }, [clock]);
  useEffect(() => preview.current?.keep(kept), [kept]);
  useEffect(() => {
    if (!isPlaying) return;
    let frame = requestAnimationFrame(function tell() {
      clock.tell(preview.current?.now() ?? 0);
      frame = requestAnimationFrame(tell);
    });
    return () => cancelAnimationFrame(frame);
  }, [isPlaying, clock]);

  return {
    ...{ first, second, front, isPlaying, clock },
    toggle: () => preview.current?.toggle(),
    seek: (to: number) => preview.current?.seek(Math.min(duration, Math.max(0, to))),
    step: (by: number) => {
      preview.current?.pause();
      preview.current?.seek(Math.min(duration, Math.max(0, clock.now() + by)));
    },
  };
}
