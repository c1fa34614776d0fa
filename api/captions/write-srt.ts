import type { Cue } from "#contract/subtitles.ts";
import { ARROW, writeTime } from "./cue.ts";
import { encodedForSrt } from "./markup.ts";

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
