import type { Cue } from "#contract/subtitles.ts";
import { ARROW, writeTime } from "./cue.ts";
import { encodedForVtt } from "./markup.ts";

export const writeVtt = (cues: readonly Cue[]): string =>
  [
    "WEBVTT\n",
    ...cues.map(
      ({ start, end, text }) =>
        `${writeTime(start, ".")} ${ARROW} ${writeTime(end, ".")}\n${encodedForVtt(text)}\n`,
    ),
  ].join("\n");
