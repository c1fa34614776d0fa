import type { Sql } from "#api/platform/database.ts";
import type { Cue, SubtitleWithCues } from "#contract/subtitles.ts";

/** A row of the table. Its cues are text: what is made of megabytes of them is made beside (`caption-work.ts`). */
export type SubtitleRow = Omit<SubtitleWithCues, "content" | "cues"> & { cues: string };

export const subtitleColumns = (sql: Sql) => sql`
  id, recording_id, language, detected_language, format, cues::text as cues, gaps, status, progress, error,
  is_auto_generated, is_edited, translated_from, version, created_at, updated_at`;

/** Keeps the times of a cue's words, unless its text or its time was changed. */
export function keepWords(edited: readonly Cue[], before: readonly Cue[]): Cue[] {
  const known = new Map(before.map((cue) => [keyOf(cue), cue.words]));
  return edited.map((cue) => {
    const words = cue.words ?? known.get(keyOf(cue));
    return words ? { ...cue, words } : cue;
  });
}

const keyOf = ({ start, end, text }: Cue) => `${start} ${end} ${text}`;
