import { type RefObject, useEffect, useState } from "react";

type Watch = (row: HTMLElement, tell: (isNear: boolean) => void) => () => void;

/** One observer for all rows of a list. Above and below what is shown, as much again is near. */
export function newNearby(): Watch {
  const told = new WeakMap<Element, (isNear: boolean) => void>();
  let observer: IntersectionObserver | undefined;
  return (row, tell) => {
    observer ??= new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) told.get(target)?.(isIntersecting);
      },
      { root: row.parentElement, rootMargin: "100% 0px" },
    );
    told.set(row, tell);
    observer.observe(row);
    return () => observer?.unobserve(row);
  };
}

/** Whether a row is in sight, soon will be, or is written in. */
export function useNearby(
  row: RefObject<HTMLElement | null>,
  watch: Watch,
  { isFirst, isWanted }: { isFirst: boolean; isWanted: boolean },
) {
  const [isNear, setNear] = useState(isFirst || isWanted);
  if (isWanted && !isNear) setNear(true);
  useEffect(() => {
    const element = row.current;
    if (!element) return;
    return watch(element, (near) =>
      setNear((before) => near || (before && element.contains(document.activeElement))),
    );
  }, [row, watch]);
  return isNear;
}
