import { one } from "#api/http/errors.ts";
import type { Sql } from "#api/platform/database.ts";
import { type KeptRange, toOriginal } from "#contract/timeline.ts";

/** The ranges that a film keeps of the original; null is the original itself. */
export type Film = readonly KeptRange[] | null;

/** The place of something in the film. `original_at` is null where it follows from that. */
export interface Moment {
  at_seconds: number;
  original_at: number | null;
}

export const originalTime = ({ at_seconds, original_at }: Moment, film: Film): number =>
  original_at ?? (film ? toOriginal(film, at_seconds) : at_seconds);

/** The film that people see, for a call with `?original=true`. To all who may not edit it there is no original. */
export async function filmForEditors(sql: Sql, recordingId: string): Promise<Film> {
  const rows = await sql<{ kept: Film }[]>`
    select app.film_for_editors(id) as kept from public.recordings
     where id = ${recordingId} and app.can_edit_recording(id)
  `;
  return one(rows, "Recording not found").kept;
}

/** Whether the caller made the recording: owners see in their lists what lies in removed parts. */
export const isOwn = (sql: Sql, recordingId: string) => sql`
  coalesce((select owner_id = (select auth.uid()) from public.recordings where id = ${recordingId}), false)
`;

/** The order in the film, and in the original: at a seam, what was removed lies before what follows. */
export const byTime = (sql: Sql) => sql`at_seconds, not removed, original_at`;

/** Said only of what lies in a removed part. */
export const removedOnly = ({ removed }: { removed: boolean }) => (removed ? { removed } : {});
