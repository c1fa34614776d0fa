import { type PointerEvent, useRef } from "react";

const LONG_MS = 500;

/** A finger that stays where it is. The click with which it is lifted is no click. */
export function useLongPress(onLong: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isLong = useRef(false);
  const end = () => clearTimeout(timer.current);
  return {
    events: {
      onPointerDown(event: PointerEvent) {
        isLong.current = false;
        if (event.pointerType !== "touch") return;
        timer.current = setTimeout(() => {
          isLong.current = true;
          onLong();
        }, LONG_MS);
      },
      onPointerUp: end,
      onPointerCancel: end,
      onPointerMove: ({ movementX, movementY }: PointerEvent) => {
        if (Math.abs(movementX) + Math.abs(movementY) > 4) end();
      },
    },
    wasLong: () => isLong.current,
  };
}
