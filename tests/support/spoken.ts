import { join } from "node:path";

/** Eleven seconds of Opus in WebM in which a synthetic voice says three sentences, and nothing before, between and after. */
export const spokenSound = {
  path: join(import.meta.dirname, "sounds", "spoken.webm"),
  seconds: 11,
  said: [
    { start: 0.5, end: 1.47, text: "Hello everyone." },
    { start: 2.5, end: 5.4, text: "First open the browser and press the red button." },
    {
      ...{ start: 7, end: 9.97 },
      text: "When you are finished, share the link with your friends.",
    },
  ],
};
