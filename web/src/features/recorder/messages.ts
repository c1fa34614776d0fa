import type { PictureSource } from "#web/lib/picture-source.ts";

/** The messages of the recorder, to the letter of the specification where it has one. */
export const messages = {
  failedToStart: "Failed to start recording.",
  withoutMicrophone: "Recording without microphone",
  withoutCamera: "Recording without camera",
  microphoneLost: "The microphone went away. Recording goes on without it.",
  cameraLost: "The camera went away. Recording goes on without it.",
  interrupted: "The browser stopped the recording. Everything up to that moment is kept.",
  lightened: ({ height, frameRate = 0 }: MediaTrackSettings) =>
    `Busy computer: ${height}p, ${Math.round(frameRate)} frames a second`,
  saved: "Recording saved.",
  discardUnsaved: "Discard this recording? It has not been saved.",
} as const;

export type Refusal = PictureSource | "failure";

export const refusalToasts: Record<Refusal, string> = {
  screen: "Failed to start recording. Please make sure you grant screen sharing permission.",
  camera: "Failed to start recording. Please make sure you grant camera permission.",
  failure: messages.failedToStart,
};

export type Warning = "no-microphone" | "no-system-audio" | "no-audio" | "no-camera";

export const warningToasts: Record<Warning, ["info" | "warning", string]> = {
  "no-microphone": ["info", messages.withoutMicrophone],
  "no-system-audio": [
    "info",
    'Only your microphone will be recorded. For sound from the screen, check "Share audio" when selecting screen.',
  ],
  "no-audio": [
    "warning",
    'No audio will be recorded. Make sure to check "Share audio" when selecting screen.',
  ],
  "no-camera": ["info", messages.withoutCamera],
};
