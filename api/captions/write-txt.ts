import type { Cue } from "#contract/subtitles.ts";

/** A line for each cue, so that an edited text finds its times again. */
export const writeTxt = (cues: readonly Cue[]): string =>
  cues.map(({ text }) => `${text.replaceAll("\n", " ")}\n`).join("");
