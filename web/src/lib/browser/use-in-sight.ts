import { type RefObject, useEffect, useEffectEvent } from "react";

/** Acts whenever the element comes so near to the visible part of the page. */
export function useInSight(
  element: RefObject<Element | null>,
  rootMargin: string,
  act: () => unknown,
) {
  const seen = useEffectEvent(act);
  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && seen(),
      { rootMargin },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, rootMargin]);
}
