import type { Film } from "#api/access/original.ts";
import { keyOf } from "#api/captions/cut-cues.ts";
import type { Sql } from "#api/platform/database.ts";
import type { Cue, SubtitleGap, SubtitleWithCues } from "#contract/subtitles.ts";

/** A subtitle, as the path of a call names it. */
export interface OneSubtitle {
  id: string;
  subtitleId: string;
}

/** A row of the table. Its cues are text: what is made of megabytes of them is made beside (`caption-work.ts`). */
export interface SubtitleRow extends Omit<SubtitleWithCues, "content" | "cues"> {
  cues: string;
  /** The ranges of the original that the film keeps; null where that is shown, and for people who may not edit. */
  film: Film;
  original_cues: string | null;
  original_gaps: SubtitleGap[] | null;
  is_own: boolean | null;
  /** Whether the original's cues are asked for. */
  of_original: boolean;
}

export const subtitleRows = (sql: Sql, ofOriginal = false) => sql`
  select s.id, recording_id, language, format, cues::text as cues, gaps, status, progress, error,
         is_auto_generated, is_edited, translated_from, version, created_at, updated_at,
         o.film, o.original_cues, o.original_gaps, o.is_own, ${ofOriginal} as of_original
    from public.subtitles s left join lateral app.original_of_subtitle(s.id) o on true`;

/** Keeps the times of a cue's words, unless its text or its time was changed. */
export function keepWords(edited: readonly Cue[], before: readonly Cue[]): Cue[] {
  const known = new Map(before.map((cue) => [keyOf(cue), cue.words]));
  return edited.map((cue) => {
    const words = cue.words ?? known.get(keyOf(cue));
    return words ? { ...cue, words } : cue;
  });
}
