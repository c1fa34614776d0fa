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

/** The film of a list that is asked for in the original's time; and whether all is listed, as for owners, or what is shown. */
export async function listing(sql: Sql, recordingId: string, ofOriginal: boolean) {
  const film = ofOriginal ? await filmForEditors(sql, recordingId) : null;
  return { film, all: ofOriginal ? sql`true` : isOwn(sql, recordingId) };
}

/** The order in the film, and in the original: at a seam, what was removed lies before what follows. */
export const byTime = (sql: Sql) => sql`at_seconds, not removed, original_at`;

/** With a film, the time in the original. */
export const listedTime = (moment: Moment, film: Film): number =>
  film ? originalTime(moment, film) : moment.at_seconds;

/** A row as lists have it. The mark is said only of what lies in a removed part. */
export const listed = <Row extends Moment & { removed: boolean }>(
  { original_at, removed, ...row }: Row,
  film: Film,
) => ({
  ...row,
  at_seconds: listedTime({ ...row, original_at }, film),
  ...(removed && { removed }),
});
