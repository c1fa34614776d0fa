interface Square {
  x: number;
  y: number;
  side: number;
}

/** The largest square in the middle of a picture: what covers a square canvas. */
export function coverSquare(width: number, height: number): Square {
  const side = Math.min(width, height);
  return { x: (width - side) / 2, y: (height - side) / 2, side };
}

/** The moment that stands for a video: a second in, or a tenth of a short one. */
export const thumbnailTime = (duration: number) => Math.min(1, duration * 0.1);
