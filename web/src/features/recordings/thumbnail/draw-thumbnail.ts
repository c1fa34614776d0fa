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
    return await drawPicture(video, video.videoWidth, video.videoHeight);
  } finally {
    // Without this the browser would read the rest of the file.
    video.removeAttribute("src");
    video.load();
  }
}

const HAVE_CURRENT_DATA = 2;

/** A film that is still to come goes to its moment then. */
export async function drawShownMoment(video: HTMLVideoElement): Promise<Blob> {
  if (video.seeking || video.readyState < HAVE_CURRENT_DATA) await happens(video, "seeked");
  return await drawPicture(video, video.videoWidth, video.videoHeight);
}

export async function drawOwnPicture(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file).catch(() => {
    throw new Unreadable("Your browser cannot read this picture. Choose a JPEG, PNG or WebP.");
  });
  try {
    return await drawPicture(picture, picture.width, picture.height);
  } finally {
    picture.close();
  }
}

/** A file that is no picture, in words for the person who chose it. */
export class Unreadable extends Error {}

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

function drawPicture(source: CanvasImageSource, fullWidth: number, fullHeight: number) {
  const { x, y, width, height } = fitSquare(fullWidth, fullHeight, SIDE);
  const canvas = document.createElement("canvas");
  canvas.width = SIDE;
  canvas.height = SIDE;
  const context = canvas.getContext("2d");
  if (context) {
    context.fillStyle = STAGE;
    context.fillRect(0, 0, SIDE, SIDE);
    context.drawImage(source, x, y, width, height);
  }
  return new Promise<Blob>((resolve, reject) => {
    const take = (blob: Blob | null) =>
      blob ? resolve(blob) : reject(new Error("The picture could not be encoded"));
    canvas.toBlob(take, "image/jpeg", QUALITY);
  });
}

/** Where a whole picture lies in a square: as large as it can be, in the middle. */
export function fitSquare(width: number, height: number, side: number) {
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
  return Math.max(1, Math.min(width && height ? width / height : CARD, CARD));
}

/** The moment that stands for a video: a second in, or a tenth of a short one. */
export const thumbnailTime = (duration: number) => Math.min(1, duration * 0.1);
