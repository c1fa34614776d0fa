/** Seconds in which the finished video gets ready to show the same picture at the same moment. */
const MEETING = 0.8;
/** Before the end, for a video that shall end there by itself: a browser may have no picture for the last moment alone. */
const LAST_MOMENT = 0.5;
/** So near its end nothing is met any more. */
const NEAR_END = 1.2;
const STEP_MS = 30;
/** A page that is not in sight is given no pictures. */
const FRAME_PATIENCE_MS = 800;
const STILL_PATIENCE_MS = 4_000;
const HAVE_CURRENT_DATA = 2;
const NO_SOURCE = 3;

/** Resolves when the finished video shows what the running one does, at the same speed and loudness. */
export async function handOver(
  find: (which: "running" | "finished") => HTMLVideoElement | null,
  signal: AbortSignal,
): Promise<void> {
  const from = find("running");
  if (!from || from.readyState === 0) return;
  await until(() => find("finished") !== null || signal.aborted);
  const to = find("finished");
  if (!to) return;
  to.muted = true;
  to.preload = "auto"; // one that loads no more than its head may stand still in the middle of a seek
  const isBroken = brokenness(to);
  await until(() => to.readyState > 0 || isBroken() || signal.aborted);
  if (isBroken()) to.muted = from.muted;
  if (isBroken() || signal.aborted) return;
  const rate = from.defaultPlaybackRate;
  Object.assign(to, { defaultPlaybackRate: rate, playbackRate: rate, volume: from.volume });
  const stands = from.paused || from.ended;
  const left = Number.isFinite(from.duration) ? from.duration - from.currentTime : MEETING;
  const meets = !stands && left > NEAR_END;
  const place = meets ? from.currentTime + MEETING * rate : from.currentTime;
  const there = firstPicture(to, STILL_PATIENCE_MS);
  await stand(to, Math.min(place, (to.duration || place) - LAST_MOMENT), signal);
  // Nobody who looks at a still picture is in a hurry; at the end, a browser that plays at once may show none at all.
  if (!meets) await there;
  const hasMore = () => !from.paused && from.readyState > HAVE_CURRENT_DATA;
  if (meets) await until(() => from.currentTime >= place || !hasMore() || signal.aborted);
  const playsOn = !from.paused || from.ended;
  if (playsOn) {
    const shown = firstPicture(to, FRAME_PATIENCE_MS);
    await to.play().catch(() => {});
    await shown;
  }
  if (signal.aborted) return;
  if (document.pictureInPictureElement === from) await to.requestPictureInPicture().catch(() => {});
  to.muted = from.muted;
  from.pause();
}

/**
 * An element none of whose sources can be loaded has no error: its player says why, and loads it again. One that begins,
 * or is given another address, has no source for a moment, too.
 */
function brokenness(video: HTMLVideoElement) {
  let since = performance.now();
  return () => {
    if (video.networkState !== NO_SOURCE) since = performance.now();
    return video.error !== null || performance.now() - since > STILL_PATIENCE_MS;
  };
}

/** The player itself goes to its beginning when it has loaded, and that may come after this has sent it elsewhere. */
async function stand(video: HTMLVideoElement, place: number, signal: AbortSignal): Promise<void> {
  const isThere = () => Math.abs(video.currentTime - place) < 0.1;
  const isStill = () => !video.seeking && video.readyState >= HAVE_CURRENT_DATA;
  const isOver = () => video.error !== null || signal.aborted;
  for (let tries = 0; tries < 3 && !isOver(); tries++) {
    video.currentTime = place;
    await until(() => isStill() || isOver());
    if (isThere()) return;
  }
}

function firstPicture(video: HTMLVideoElement, patience: number): Promise<unknown> {
  const late = new Promise((resolve) => setTimeout(resolve, patience));
  if (!("requestVideoFrameCallback" in video)) return late;
  return Promise.race([late, new Promise((resolve) => video.requestVideoFrameCallback(resolve))]);
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, STEP_MS));
}
