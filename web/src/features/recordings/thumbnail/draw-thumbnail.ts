import { coverSquare, thumbnailTime } from "./crop.ts";

const SIDE = 800;
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
    const fail = () => reject(new Error(`No ${event} of the video`));
    video.addEventListener(event, resolve, { signal });
    video.addEventListener("error", fail, { signal });
    AbortSignal.timeout(PATIENCE).addEventListener("abort", fail, { signal });
  }).finally(() => settled.abort());
}

function drawFrame(video: HTMLVideoElement): Promise<Blob> {
  const { x, y, side } = coverSquare(video.videoWidth, video.videoHeight);
  const canvas = document.createElement("canvas");
  canvas.width = SIDE;
  canvas.height = SIDE;
  canvas.getContext("2d")?.drawImage(video, x, y, side, side, 0, 0, SIDE, SIDE);
  return new Promise((resolve, reject) => {
    const take = (blob: Blob | null) =>
      blob ? resolve(blob) : reject(new Error("The picture could not be encoded"));
    canvas.toBlob(take, "image/jpeg", QUALITY);
  });
}
