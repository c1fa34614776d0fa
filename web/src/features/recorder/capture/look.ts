import type { Sources } from "./sources.ts";

export interface Look extends Pick<Sources, "hasCamera" | "isMirrored" | "face" | "isWholeScreen"> {
  preview: MediaStream | null;
  microphone: "on" | "muted" | null;
}

export const nothingOpen: Look = {
  preview: null,
  hasCamera: false,
  isMirrored: false,
  face: null,
  isWholeScreen: false,
  microphone: null,
};
