import { startClock } from "#web/lib/browser/worker-clock.ts";
import type { Bubble } from "./bubble.ts";
import type { CompositeOrder } from "./composite.worker.ts";
import { drawScene, type Picture } from "./draw.ts";

/**
 * A hidden page draws one frame a second, and a recorder's page is hidden: frames go through a worker where they can.
 */
export async function composite(parts: Parts, bubble: Bubble) {
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
  // The streams are handed over at once: the first picture of a screen on which nothing moves is its only one.
  worker.postMessage(order, [order.screen, order.camera, order.output]);
  // A worker whose code does not come would take all pictures and give none.
  await new Promise((onmessage, onerror) => Object.assign(worker, { onmessage, onerror }));
  return {
    track: output,
    place: (moved: Bubble) => worker.postMessage({ bubble: moved }),
    release() {
      output.stop();
      worker.terminate();
    },
  };
}

const isVideo = (track: MediaStreamTrack): track is MediaStreamVideoTrack => track.kind === "video";

/** For browsers that cannot pass frames to a worker: a canvas drawn by a worker's clock, which no hidden tab slows. */
async function compositeOnCanvas({ screen, camera, frameRate }: Parts, bubble: Bubble) {
  const [screenVideo, cameraVideo] = await Promise.all([play(screen), play(camera)]);
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d", { alpha: false });
  if (!context) throw new Error("This browser cannot draw.");
  let placed = bubble;

  const clock = startClock(1000 / frameRate, () => {
    if (canvas.width !== screenVideo.videoWidth) canvas.width = screenVideo.videoWidth;
    if (canvas.height !== screenVideo.videoHeight) canvas.height = screenVideo.videoHeight;
    const isCameraOn = camera.readyState === "live";
    drawScene(context, pictureOf(screenVideo), isCameraOn ? pictureOf(cameraVideo) : null, placed);
  });

  const [track] = canvas.captureStream(frameRate).getVideoTracks();
  if (!track) throw new Error("This browser cannot record a canvas.");
  return {
    track,
    place(moved: Bubble) {
      placed = moved;
    },
    release() {
      clock.terminate();
      track.stop();
    },
  };
}

async function play(track: MediaStreamTrack): Promise<HTMLVideoElement> {
  const video = unseenVideo(new MediaStream([track]));
  await video.play();
  return video;
}

/** An element on no page, that shows a source without its sound once it plays. */
export const unseenVideo = (srcObject: MediaStream): HTMLVideoElement =>
  Object.assign(document.createElement("video"), { muted: true, playsInline: true, srcObject });

const pictureOf = (video: HTMLVideoElement): Picture => ({
  image: video,
  size: { width: video.videoWidth, height: video.videoHeight },
});

export interface Parts {
  screen: MediaStreamVideoTrack;
  camera: MediaStreamVideoTrack;
  frameRate: number;
}
