import { useEffect, useRef } from "react";

/** A bar that follows the voice. It is drawn without React: sixty times a second is too often to render. */
export function LevelMeter({ level }: { level: (() => number) | null }) {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The frames are those of the window it is in: a hidden page gets none.
    const own = bar.current?.ownerDocument.defaultView;
    if (!level || !own) return;
    let shown = 0;
    let frame = own.requestAnimationFrame(function draw() {
      // The level rises at once and falls slowly, so that it can be read.
      shown = Math.max(level(), shown - 0.02);
      if (bar.current) bar.current.style.transform = `scaleX(${shown})`;
      frame = own.requestAnimationFrame(draw);
    });
    return () => own.cancelAnimationFrame(frame);
  }, [level]);
  return (
    <div
      role="img"
      aria-label={level ? "Microphone level" : "Microphone level, not measured yet"}
      className="h-1.5 overflow-hidden rounded-full bg-wash-2"
    >
      <div ref={bar} className="h-full origin-left scale-x-0 rounded-full bg-ok" />
    </div>
  );
}
