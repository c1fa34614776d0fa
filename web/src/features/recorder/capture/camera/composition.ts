import type { Bubble } from "./bubble.ts";

/** Screen and camera as one picture, however it is drawn. */
export interface Composite {
  track: MediaStreamTrack;
  place(bubble: Bubble): void;
  release(): void;
}

export interface Parts {
  screen: MediaStreamVideoTrack;
  camera: MediaStreamVideoTrack;
  frameRate: number;
}
