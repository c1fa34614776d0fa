import { startClock } from "#web/lib/browser/worker-clock.ts";
import type { Bubble } from "./bubble.ts";
import type { Composite, Parts } from "./composition.ts";
import { drawScene, type Picture } from "./draw.ts";

/** For browsers that cannot pass frames to a worker: a canvas drawn by a worker's clock, which no hidden tab slows. */
export async function compositeOnCanvas(
  { screen, camera, frameRate }: Parts,
  bubble: Bubble,
): Promise<Composite> {
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
    place(moved) {
      placed = moved;
    },
    release() {
      clock.terminate();
      track.stop();
    },
  };
}

async function play(track: MediaStreamTrack): Promise<HTMLVideoElement> {
  const video = document.createElement("video");
  video.muted = true;
  video.playsInline = true;
  video.srcObject = new MediaStream([track]);
  await video.play();
  return video;
}

const pictureOf = (video: HTMLVideoElement): Picture => ({
  image: video,
  size: { width: video.videoWidth, height: video.videoHeight },
});
