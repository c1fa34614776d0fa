import { type Bubble, circleOf, middleSquare, type Size } from "./bubble.ts";

export interface Picture {
  image: CanvasImageSource;
  size: Size;
}

/** The screen with the camera over it: round, with a light rim, and not mirrored: others see it as it is. */
export function drawScene(
  context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D,
  screen: Picture,
  camera: Picture | null,
  bubble: Bubble,
) {
  const { width, height } = context.canvas;
  context.drawImage(screen.image, 0, 0, width, height);
  if (!camera || camera.size.width === 0) return;
  const circle = circleOf(bubble, { width, height });
  const { x, y, side } = middleSquare(camera.size);
  const [left, top] = [circle.x - circle.radius, circle.y - circle.radius];
  const diameter = circle.radius * 2;

  context.save();
  context.beginPath();
  context.arc(circle.x, circle.y, circle.radius, 0, 2 * Math.PI);
  context.clip();
  context.drawImage(camera.image, x, y, side, side, left, top, diameter, diameter);
  context.restore();

  context.beginPath();
  context.arc(circle.x, circle.y, circle.radius, 0, 2 * Math.PI);
  context.lineWidth = Math.max(2, circle.radius * 0.03);
  context.strokeStyle = "rgb(255 255 255 / 0.85)";
  context.stroke();
}
