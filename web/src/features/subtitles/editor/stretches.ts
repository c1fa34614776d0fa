import type { EditedCue, Editing } from "./editing.ts";

/** Lines that are drawn, and looked at by the browser, together. */
export interface CueStretch {
  /** Stays while lines come and go. */
  key: number;
  /** The place of its first line among all. */
  from: number;
  cues: EditedCue[];
}

/** The number of lines in a stretch, of those that were there at the beginning. */
export const STRETCH = 20;

/**
 * All lines in stretches of a few, so that of thousands only a few are looked at when one changes. A line stays in
 * its stretch whatever happens to others, and so keeps the keyboard; a new one is in that of the line before.
 */
export function stretchesOf({ cues, begun }: Pick<Editing, "cues" | "begun">): CueStretch[] {
  const stretches: CueStretch[] = [];
  for (const [place, cue] of cues.entries()) {
    const last = stretches.at(-1);
    const key = cue.id < begun ? Math.floor(cue.id / STRETCH) : (last?.key ?? 0);
    if (last?.key === key) last.cues.push(cue);
    else stretches.push({ key, from: place, cues: [cue] });
  }
  return stretches;
}
