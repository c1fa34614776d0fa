import type { Bubble } from "./bubble.ts";
import { compositeOnCanvas } from "./canvas-composite.ts";
import type { CompositeOrder } from "./composite.worker.ts";
import type { Composite, Parts } from "./composition.ts";

/**
 * Screen and camera as one picture. A page that draws it on timers freezes at one frame a second once it is hidden, and
 * a recorder's page is hidden most of the time: frames go through a worker where the browser can pass them.
 */
export async function composite(parts: Parts, bubble: Bubble): Promise<Composite> {
  // Only Chromium has these two classes, although the types promise them everywhere.
  const hasFrames = "MediaStreamTrackProcessor" in window && "MediaStreamTrackGenerator" in window;
  const { screen, camera, frameRate } = parts;
  if (!hasFrames || !isVideo(screen) || !isVideo(camera)) return compositeOnCanvas(parts, bubble);

  const worker = new Worker(new URL("./composite.worker.ts", import.meta.url), { type: "module" });
  const output = new MediaStreamTrackGenerator({ kind: "video" });
  const order: CompositeOrder = {
    screen: new MediaStreamTrackProcessor({ track: screen }).readable,
    camera: new MediaStreamTrackProcessor({ track: camera }).readable,
    output: output.writable,
    frameRate,
    bubble,
  };
  worker.postMessage(order, [order.screen, order.camera, order.output]);
  return {
    track: output,
    place: (moved) => worker.postMessage({ bubble: moved }),
    release() {
      output.stop();
      worker.terminate();
    },
  };
}

const isVideo = (track: MediaStreamTrack): track is MediaStreamVideoTrack => track.kind === "video";
