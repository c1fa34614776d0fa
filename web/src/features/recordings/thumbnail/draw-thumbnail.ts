import { fitSquare, thumbnailTime } from "./fit.ts";

const SIDE = 800;
/** The rest of the square is as dark as the stage that the picture is shown on. */
const STAGE = "#0b0a09";
const QUALITY = 0.8;
const PATIENCE = 10_000;

/** A JPEG of an early moment of the video at `src`. */
export async function drawThumbnail(src: string, duration: number | null): Promise<Blob> {
  const video = document.createElement("video");
  // A canvas with a picture from elsewhere in it can only be read when that place allows it.
  video.crossOrigin = "anonymous";
  video.muted = true;
  video.preload = "auto";
  video.src = src;
  try {
    await happens(video, "loadedmetadata");
    const length = Number.isFinite(video.duration) ? video.duration : (duration ?? 0);
    video.currentTime = thumbnailTime(length);
    await happens(video, "seeked");
    return await drawFrame(video);
  } finally {
    // Without this the browser would read the rest of the file.
    video.removeAttribute("src");
    video.load();
  }
}

function happens(video: HTMLVideoElement, event: "loadedmetadata" | "seeked"): Promise<unknown> {
  const settled = new AbortController();
  const { signal } = settled;
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error(`No ${event} of the recording`));
    video.addEventListener(event, resolve, { signal });
    video.addEventListener("error", fail, { signal });
    AbortSignal.timeout(PATIENCE).addEventListener("abort", fail, { signal });
  }).finally(() => settled.abort());
}

function drawFrame(video: HTMLVideoElement): Promise<Blob> {
  const { x, y, width, height } = fitSquare(video.videoWidth, video.videoHeight, SIDE);
  const canvas = document.createElement("canvas");
  canvas.width = SIDE;
  canvas.height = SIDE;
  const context = canvas.getContext("2d");
  if (context) {
    context.fillStyle = STAGE;
    context.fillRect(0, 0, SIDE, SIDE);
    context.drawImage(video, x, y, width, height);
  }
  return new Promise((resolve, reject) => {
    const take = (blob: Blob | null) =>
      blob ? resolve(blob) : reject(new Error("The picture could not be encoded"));
    canvas.toBlob(take, "image/jpeg", QUALITY);
  });
}
