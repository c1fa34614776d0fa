import { type RefObject, useEffect, useState } from "react";

type Watch = (part: HTMLElement, tell: (isNear: boolean) => void) => () => void;

/** One observer for all parts of a scrolling box. Above and below what is shown, as much again is near. */
export function newNearby(): Watch {
  const told = new WeakMap<Element, (isNear: boolean) => void>();
  let observer: IntersectionObserver | undefined;
  return (part, tell) => {
    observer ??= new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) told.get(target)?.(isIntersecting);
      },
      { root: part.parentElement, rootMargin: "100% 0px" },
    );
    told.set(part, tell);
    observer.observe(part);
    return () => observer?.unobserve(part);
  };
}

/** Whether the element is in sight, soon will be, or is written in. */
export function useNearby(
  part: RefObject<HTMLElement | null>,
  watch: Watch,
  { isFirst, isWanted }: { isFirst: boolean; isWanted: boolean },
) {
  const [isNear, setNear] = useState(isFirst || isWanted);
  if (isWanted && !isNear) setNear(true);
  useEffect(() => {
    const element = part.current;
    if (!element) return;
    return watch(element, (near) =>
      setNear((before) => near || (before && element.contains(document.activeElement))),
    );
  }, [part, watch]);
  return isNear;
}
