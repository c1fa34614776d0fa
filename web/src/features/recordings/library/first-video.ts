import type { PictureSource } from "#web/lib/picture-source.ts";

/** The advice of an empty library: nothing that this browser cannot do. */
export const firstVideo = (picture: PictureSource | null) => advice[picture ?? "none"];

const recorder = { to: "/new-recording" };
const importing = { to: "/my-recordings", hash: "import" };

const advice = {
  screen: {
    help: "Start recording your screen to see your videos here.",
    action: { ...recorder, label: "Start recording" },
  },
  camera: {
    help: "Record your camera, or import a video file, to see it here.",
    action: { ...recorder, label: "Record your camera" },
  },
  none: {
    help: "This browser cannot record. Import a video file to see it here.",
    action: { ...importing, label: "Import Video" },
  },
};
