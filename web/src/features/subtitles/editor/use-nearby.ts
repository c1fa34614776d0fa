import { type RefObject, useEffect, useState } from "react";

/** Whether the element is in sight of the box that scrolls it, soon will be, or is written in. */
export function useNearby(
  part: RefObject<HTMLElement | null>,
  { isFirst, isWanted }: { isFirst: boolean; isWanted: boolean },
) {
  const [isNear, setNear] = useState(isFirst || isWanted);
  if (isWanted && !isNear) setNear(true);
  useEffect(() => {
    const element = part.current;
    if (!element) return;
    const tell = (entries: IntersectionObserverEntry[]) => {
      const isIntersecting = entries.at(-1)?.isIntersecting ?? false;
      setNear((before) => isIntersecting || (before && element.contains(document.activeElement)));
    };
    // Above and below what is shown, as much again is near.
    const around = { root: element.parentElement, rootMargin: "100% 0px" };
    const observer = new IntersectionObserver(tell, around);
    observer.observe(element);
    return () => observer.disconnect();
  }, [part]);
  return isNear;
}
