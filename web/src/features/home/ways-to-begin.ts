import type { PictureSource } from "#web/lib/picture-source.ts";

interface Begin {
  /** The advice that stands largest on the dashboard: it promises only what this browser can do. */
  help: string;
  isImportOffered: boolean;
}

/** `isInstant` is undefined until it is known: nothing is promised before. */
export function waysToBegin(picture: PictureSource | null, isInstant: boolean | undefined): Begin {
  if (picture !== "screen") return { help: instead[picture ?? "none"], isImportOffered: true };
  const begin = "Screen, voice and camera.";
  if (isInstant === undefined) return { help: begin, isImportOffered: false };
  const end = isInstant
    ? "Stop, and the link is ready."
    : "Stop, look at it, and save it for a link.";
  return { help: `${begin} ${end}`, isImportOffered: false };
}

const instead = {
  camera: "This browser cannot record the screen. Record your camera instead, or import a video.",
  none: "This browser cannot record. Import a video instead.",
};
