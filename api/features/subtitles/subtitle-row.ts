import { writeCues } from "#api/captions/formats.ts";
import type { Cue, SubtitleWithCues } from "#contract/subtitles.ts";

/** A row of the table. What the call answers with is written from its cues. */
export type SubtitleRow = Omit<SubtitleWithCues, "content">;

export const withContent = (row: SubtitleRow): SubtitleWithCues => ({
  ...row,
  content: writeCues(row.cues, row.format),
});

/** Of the words of a cue nobody knows the times any more once its text or its time was changed. */
export function keepWords(edited: readonly Cue[], before: readonly Cue[]): Cue[] {
  const known = new Map(before.map((cue) => [keyOf(cue), cue.words]));
  return edited.map((cue) => {
    const words = cue.words ?? known.get(keyOf(cue));
    return words ? { ...cue, words } : cue;
  });
}

const keyOf = ({ start, end, text }: Cue) => `${start} ${end} ${text}`;
