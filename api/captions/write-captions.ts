import type { Cue } from "#contract/subtitles.ts";
import { ARROW, writeTime } from "./cue.ts";
import { encodedForSrt, encodedForVtt } from "./markup.ts";

export const writeSrt = (cues: readonly Cue[]): string =>
  cues
    .map(({ start, end, text }, at) =>
      [
        at + 1,
        `${writeTime(start, ",")} ${ARROW} ${writeTime(end, ",")}`,
        encodedForSrt(text),
        "",
      ].join("\n"),
    )
    .join("\n");

export const writeVtt = (cues: readonly Cue[]): string =>
  [
    "WEBVTT\n",
    ...cues.map(
      ({ start, end, text }) =>
        `${writeTime(start, ".")} ${ARROW} ${writeTime(end, ".")}\n${encodedForVtt(text)}\n`,
    ),
  ].join("\n");

/** A line for each cue, so that an edited text finds its times again. */
export const writeTxt = (cues: readonly Cue[]): string =>
  cues.map(({ text }) => `${text.replaceAll("\n", " ")}\n`).join("");
