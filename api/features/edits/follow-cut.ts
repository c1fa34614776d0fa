import type { Sql } from "#api/platform/database.ts";
import { type KeptRange, lengthOfCut, placeOnCut, toCut, toOriginal } from "#contract/timeline.ts";

/** What a film keeps of the original; null is the original itself. */
export type Film = readonly KeptRange[] | null;

/** Something at a moment of the film. `original_at` is null where its place there says all. */
interface Standing {
  id: string;
  at_seconds: number;
  original_at: number | null;
}

export interface Placed extends Standing {
  removed: boolean;
}

/** Nothing shorter is a moment that anybody sees. */
const SAME_MOMENT = 1e-6;
/** A player stops so far behind the measured end, at most. */
const END_SECONDS = 0.05;

/**
 * Carries all that hangs on time from one film of a recording to another: part of the swap's transaction, and after
 * `private.edits` has the original's facts.
 */
export async function followCut(
  sql: Sql,
  recordingId: string,
  before: Film,
  after: Film,
): Promise<void> {
  const whole = await originalLength(sql, recordingId);
  for (const table of ["comments", "reactions"]) {
    const standing = await sql<Standing[]>`
      select id, at_seconds, original_at from public.${sql(table)}
       where recording_id = ${recordingId} and at_seconds is not null
    `;
    await place(sql, table, placeMoments(standing, before, after, whole));
  }
  await sql`select private.settle_discussion(${recordingId})`;
  await followChapters(sql, recordingId, before, after);
}

/** The original is gone for good, and with it all that lay in removed parts: the film's own time is the only one. */
export async function forgetRemoved(sql: Sql, recordingId: string): Promise<void> {
  for (const table of ["reactions", "comments", "chapters"]) {
    await sql`delete from public.${sql(table)} where recording_id = ${recordingId} and removed`;
    await sql`
      update public.${sql(table)} set original_at = null
       where recording_id = ${recordingId} and original_at is not null
    `;
  }
}

const originalOf = ({ at_seconds, original_at }: Standing, film: Film): number =>
  original_at ?? (film ? toOriginal(film, at_seconds) : at_seconds);

/** `whole` is the original's length, where it is known: who stops a player at the end writes a little behind it. */
export function placeMoments(
  standing: readonly Standing[],
  before: Film,
  after: Film,
  whole: number | null = null,
): Placed[] {
  const end = after?.at(-1)?.end ?? 0;
  return standing.map((moment) => {
    const original = originalOf(moment, before);
    if (!after) return { ...moment, at_seconds: original, original_at: null, removed: false };
    const isAtEnd = whole !== null && end > whole - END_SECONDS && original > end;
    return {
      ...moment,
      at_seconds: placeOnCut(after, original),
      original_at: original,
      removed: !isAtEnd && toCut(after, original) === null,
    };
  });
}

/** A chapter begins at the first kept moment before the next one begins, and is removed where there is none. */
export function placeChapters(chapters: readonly Standing[], before: Film, after: Film): Placed[] {
  const placed = placeMoments(chapters, before, after);
  if (!after) return placed;
  const inOrder = placed.toSorted((a, b) => (a.original_at ?? 0) - (b.original_at ?? 0));
  return inOrder.map((chapter, index) => {
    const end = inOrder[index + 1]?.at_seconds ?? lengthOfCut(after);
    return { ...chapter, removed: end - chapter.at_seconds <= SAME_MOMENT };
  });
}

async function followChapters(sql: Sql, recordingId: string, before: Film, after: Film) {
  // All leave the index first, where none may pass another.
  const chapters = await sql<Standing[]>`
    update public.chapters set removed = true where recording_id = ${recordingId}
    returning id, at_seconds, original_at
  `;
  await place(sql, "chapters", placeChapters(chapters, before, after));
}

const place = (sql: Sql, table: string, placed: readonly Placed[]) => sql`
  update public.${sql(table)} t
     set at_seconds = m.at_seconds, original_at = m.original_at, removed = m.removed
    from jsonb_to_recordset(${sql.json(placed.map((row) => ({ ...row })))})
      as m (id uuid, at_seconds float8, original_at float8, removed boolean)
   where t.id = m.id
`;

async function originalLength(sql: Sql, recordingId: string): Promise<number | null> {
  const [row] = await sql<{ seconds: number | null }[]>`
    select (original ->> 'duration')::float8 as seconds
      from private.edits where recording_id = ${recordingId}
  `;
  return row?.seconds ?? null;
}
