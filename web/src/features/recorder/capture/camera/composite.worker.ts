import type { Bubble } from "./bubble.ts";
import { drawScene, type Picture } from "./draw.ts";

export interface CompositeOrder {
  screen: ReadableStream<VideoFrame>;
  camera: ReadableStream<VideoFrame>;
  output: WritableStream<VideoFrame>;
  frameRate: number;
  bubble: Bubble;
}

addEventListener("message", ({ data }: MessageEvent<CompositeOrder | { bubble: Bubble }>) => {
  bubble = data.bubble;
  if ("output" in data) run(data);
});

postMessage("loaded");

let bubble: Bubble;

function run({ screen, camera, output, frameRate }: CompositeOrder) {
  const writer = output.getWriter();
  const canvas = new OffscreenCanvas(2, 2);
  const context = canvas.getContext("2d", { alpha: false });
  if (!context) throw new Error("This browser cannot draw in a worker.");
  const latest: Record<"screen" | "camera", VideoFrame | null> = { screen: null, camera: null };
  let paintedAt = 0;

  function paint() {
    // A slow encoder gets fewer frames instead of a growing queue of them.
    if (!context || !latest.screen || (writer.desiredSize ?? 0) <= 0) return;
    const now = performance.now();
    if (now - paintedAt < 800 / frameRate) return;
    resize(canvas, latest.screen);
    drawScene(context, pictureOf(latest.screen), latest.camera && pictureOf(latest.camera), bubble);
    paintedAt = now;
    writer.write(new VideoFrame(canvas, { timestamp: Math.round(now * 1000) })).catch(() => {});
  }

  follow(screen, (frame) => {
    latest.screen?.close();
    latest.screen = frame;
    if (frame) paint();
    else writer.close().catch(() => {});
  });
  follow(camera, (frame) => {
    latest.camera?.close();
    latest.camera = frame;
    // A screen on which nothing moves sends no frames, and the camera's picture moves all the same.
    if (performance.now() - paintedAt > 1500 / frameRate) paint();
  });
}

async function follow(
  frames: ReadableStream<VideoFrame>,
  take: (frame: VideoFrame | null) => void,
) {
  const reader = frames.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return take(null);
    take(value);
  }
}

const pictureOf = (frame: VideoFrame): Picture => ({
  image: frame,
  size: { width: frame.displayWidth, height: frame.displayHeight },
});

/** Encoders want even sizes, and a shared window may change its size at any time. */
function resize(canvas: OffscreenCanvas, { displayWidth, displayHeight }: VideoFrame) {
  const width = displayWidth - (displayWidth % 2);
  const height = displayHeight - (displayHeight % 2);
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
}
