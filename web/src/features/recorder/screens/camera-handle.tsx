import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from "react";
import {
  type Bubble,
  circleOf,
  moveBubble,
  resizeBubble,
  type Size,
} from "#web/features/recorder/capture/camera/bubble.ts";
import { cx } from "#web/ui/cx.ts";

interface Props {
  bubble: Bubble;
  onMove: (bubble: Bubble) => void;
  picture?: Size | undefined;
  children?: ReactNode;
}

type Point = Pick<Bubble, "x" | "y">;

const usual: Size = { width: 16, height: 9 };

const KEY_STEP = 0.02;
const KEY_FACTOR = 1.08;

/** Takes hold of the camera in the picture: drag it, pinch, turn the wheel or press + and − to resize, or use the arrows. */
export function CameraHandle({ bubble, onMove, picture = usual, children }: Props) {
  const handle = useRef<HTMLButtonElement>(null);
  const held = useRef(new Map<number, Point>());
  const pinch = useRef({ size: bubble.size, apart: 1 });
  const circle = circleOf(bubble, picture);
  const stage = (): Size => {
    const box = handle.current?.parentElement?.getBoundingClientRect();
    return { width: box?.width ?? usual.width, height: box?.height ?? usual.height };
  };
  const drag = (event: PointerEvent) => {
    const before = held.current.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    held.current.set(event.pointerId, now);
    const { size, apart } = pinch.current;
    onMove(
      held.current.size === 1
        ? moveBubble(bubble, { x: now.x - before.x, y: now.y - before.y }, stage())
        : resizeBubble({ ...bubble, size }, apartOf(held.current) / apart, stage()),
    );
  };
  const press = (event: KeyboardEvent) => {
    const changed = byKey(event.key, bubble, stage());
    if (!changed) return;
    event.preventDefault();
    onMove(changed);
  };
  return (
    <button
      ref={handle}
      type="button"
      aria-label="Camera. Arrow keys move it, plus and minus resize it."
      title="Drag to move"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        held.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
        pinch.current = { size: bubble.size, apart: apartOf(held.current) };
      }}
      onPointerMove={drag}
      onLostPointerCapture={({ pointerId }) => held.current.delete(pointerId)}
      onWheel={(event) => onMove(resizeBubble(bubble, event.deltaY < 0 ? 1.05 : 0.95, stage()))}
      onKeyDown={press}
      className={cx(
        "absolute -translate-x-1/2 -translate-y-1/2 cursor-grab touch-none rounded-full active:cursor-grabbing",
        // Two fingers are wider than a small circle.
        "any-pointer-coarse:after:absolute any-pointer-coarse:after:-inset-6",
        "outline-on-stage hover:ring-2 hover:ring-on-stage/60",
        children ? "bg-stage ring-2 ring-on-stage/80" : undefined,
      )}
      style={{
        left: `${(circle.x / picture.width) * 100}%`,
        top: `${(circle.y / picture.height) * 100}%`,
        height: `${((circle.radius * 2) / picture.height) * 100}%`,
        aspectRatio: 1,
      }}
    >
      {children}
    </button>
  );
}

/** The pixels between two fingers. */
function apartOf(fingers: Map<number, Point>) {
  const [one, other] = fingers.values();
  return one && other ? Math.max(1, Math.hypot(one.x - other.x, one.y - other.y)) : 1;
}

const arrows: Record<string, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

function byKey(key: string, bubble: Bubble, stage: Size): Bubble | null {
  const step = stage.width * KEY_STEP;
  const arrow = arrows[key];
  if (arrow) return moveBubble(bubble, { x: arrow.x * step, y: arrow.y * step }, stage);
  if (key === "+") return resizeBubble(bubble, KEY_FACTOR, stage);
  return key === "-" ? resizeBubble(bubble, 1 / KEY_FACTOR, stage) : null;
}
