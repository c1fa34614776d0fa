interface FittedPicture {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Where a whole picture lies in a square: as large as it can be, in the middle. */
export function fitSquare(width: number, height: number, side: number): FittedPicture {
  const scale = side / Math.max(width, height, 1);
  const fitted = { width: Math.round(width * scale), height: Math.round(height * scale) };
  return {
    x: Math.round((side - fitted.width) / 2),
    y: Math.round((side - fitted.height) / 2),
    ...fitted,
  };
}

const CARD = 16 / 9;

/** The side of that square, in heights of a card, for the picture in it to be seen whole and as large as it can be. */
export function squareOnCard(width: number | null, height: number | null): number {
  const shape = width && height ? width / height : CARD;
  return Math.max(1, Math.min(shape, CARD));
}

/** The moment that stands for a video: a second in, or a tenth of a short one. */
export const thumbnailTime = (duration: number) => Math.min(1, duration * 0.1);
