/** Where the camera sits in the picture: its centre as fractions of the picture, its diameter as one of the height. */
export interface Bubble {
  x: number;
  y: number;
  size: number;
}

export interface Size {
  width: number;
  height: number;
}

export const startBubble: Bubble = { x: 0.12, y: 0.8, size: 0.28 };

const SMALLEST = 0.12;
const LARGEST = 0.6;

/** The circle in pixels of a picture, wholly inside of it. */
export function circleOf(bubble: Bubble, picture: Size) {
  const radius = (clamp(bubble.size, SMALLEST, LARGEST) * picture.height) / 2;
  const fitting = Math.min(radius, picture.width / 2);
  return {
    x: clamp(bubble.x * picture.width, fitting, picture.width - fitting),
    y: clamp(bubble.y * picture.height, fitting, picture.height - fitting),
    radius: fitting,
  };
}

/** Moved by pixels of the picture; at an edge it stops instead of waiting beyond it. */
export function moveBubble(bubble: Bubble, by: { x: number; y: number }, picture: Size): Bubble {
  const at = circleOf(bubble, picture);
  const moved = {
    ...bubble,
    x: (at.x + by.x) / picture.width,
    y: (at.y + by.y) / picture.height,
  };
  return inside(moved, picture);
}

export function resizeBubble(bubble: Bubble, factor: number, picture: Size): Bubble {
  return inside({ ...bubble, size: clamp(bubble.size * factor, SMALLEST, LARGEST) }, picture);
}

function inside(bubble: Bubble, picture: Size): Bubble {
  const { x, y } = circleOf(bubble, picture);
  return { ...bubble, x: x / picture.width, y: y / picture.height };
}

export function middleSquare({ width, height }: Size) {
  const side = Math.min(width, height);
  return { x: (width - side) / 2, y: (height - side) / 2, side };
}

const clamp = (value: number, from: number, to: number) =>
  Math.min(Math.max(value, from), Math.max(from, to));
