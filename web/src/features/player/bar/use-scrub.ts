import { type RefObject, useEffect, useRef, useState } from "react";

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
