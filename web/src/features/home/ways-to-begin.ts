import type { PictureSource } from "#web/lib/picture-source.ts";

/** The advice that stands largest on the dashboard: it promises only what this browser can do. */
export const waysToBegin = (picture: PictureSource | null) => advice[picture ?? "none"];

const advice = {
  screen: "Screen, voice and camera, with a link to share.",
  camera:
    "This browser cannot record the screen. Record your camera instead, or import a video file.",
  none: "This browser cannot record. Import a video file instead.",
};
