import type { PictureSource } from "#web/lib/picture-source.ts";

interface Begin {
  /** The advice that stands largest on the dashboard: it promises only what this browser can do. */
  help: string;
  isImportOffered: boolean;
}

export function waysToBegin(picture: PictureSource | null, isInstant: boolean): Begin {
  if (picture !== "screen") return { help: instead[picture ?? "none"], isImportOffered: true };
  return {
    help: isInstant
      ? "Screen, voice and camera. Stop, and the link is ready."
      : "Screen, voice and camera. Stop, look at it, and save it for a link.",
    isImportOffered: false,
  };
}

const instead = {
  camera: "This browser cannot record the screen. Record your camera instead, or import a video.",
  none: "This browser cannot record. Import a video instead.",
};
