import { type Film, type Moment, originalTime } from "#api/access/original.ts";
import { cutTexts, originalCues, type Texts } from "#api/captions/cut-cues.ts";
import { one } from "#api/http/errors.ts";
import type { Sql } from "#api/platform/database.ts";
import type { Cue, SubtitleGap } from "#contract/subtitles.ts";
import {
  type KeptRange,
  lengthOfCut,
  placed,
  placeOnCut,
  SAME_MOMENT,
  toCut,
} from "#contract/timeline.ts";

type Standing = Moment & { id: string };

export type Placed = Standing & { removed: boolean };

/**
 * Carries all that hangs on time from one film of a recording to another: the last part of the swap's transaction,
 * after the facts of the two have changed places.
 */
export async function followCut(sql: Sql, recordingId: string, from: Film, to: Film) {
  const { before, after, whole } = await openEnded(sql, recordingId, from, to);
  await followWatched(sql, recordingId, { from, to, whole });
  for (const table of ["comments", "reactions"]) {
    const standing = await sql<Standing[]>`
      select id, at_seconds, original_at from public.${sql(table)}
       where recording_id = ${recordingId} and at_seconds is not null
    `;
    await place(sql, table, placeMoments(standing, before, after));
  }
  await sql`select private.settle_discussion(${recordingId})`;
  await followChapters(sql, recordingId, before, after);
  await followSubtitles(sql, recordingId, before, after);
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
  await sql`select private.forget_original_cues(${recordingId})`;
}

/** The captions and chapters of a part of the original, for a recording of its own. */
export async function copyTexts(
  sql: Sql,
  recordingId: string,
  { id, kept }: { id: string; kept: KeptRange[] },
): Promise<void> {
  const [edit] = await sql<{ shown: Film }[]>`
    select shown from private.edits where recording_id = ${recordingId}
  `;
  const { before, after } = await openEnded(sql, recordingId, edit?.shown ?? null, kept);
  const part = after ?? kept;
  const chapters = await sql<Standing[]>`
    select id, at_seconds, original_at from public.chapters where recording_id = ${recordingId}
  `;
  for (const chapter of placeChapters(chapters, before, part).filter(({ removed }) => !removed))
    await sql`
      insert into public.chapters (recording_id, at_seconds, title)
      select ${id}, ${chapter.at_seconds}, title from public.chapters where id = ${chapter.id}
      on conflict do nothing -- its owner has divided it already
    `;
  const ready = await sql<{ id: string }[]>`
    select id from public.subtitles
     where recording_id = ${recordingId} and status = 'ready' order by created_at, id for share
  `;
  for (const subtitle of ready) await copySubtitle(sql, subtitle.id, { id, before, part });
}

async function copySubtitle(
  sql: Sql,
  of: string,
  { id, before, part }: { id: string; before: Film; part: readonly KeptRange[] },
): Promise<void> {
  const { cues, gaps } = cutTexts(await readOriginal(sql, of, before), part);
  if (cues.length === 0) return;
  await sql`
    insert into public.subtitles
      (recording_id, language, format, cues, gaps, is_auto_generated, is_edited)
    select ${id}, language, format, ${sql.json(cues)}, ${sql.json(gaps)},
           is_auto_generated, is_edited
      from public.subtitles where id = ${of}
  `;
}

export const placeMoments = (standing: readonly Standing[], before: Film, after: Film): Placed[] =>
  standing.map((moment) => {
    const original = originalTime(moment, before);
    return {
      ...moment,
      at_seconds: after ? placeOnCut(after, original) : original,
      original_at: after && original,
      removed: after !== null && toCut(after, original) === null,
    };
  });

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
  await sql`select pg_advisory_xact_lock(hashtextextended('chapters of ' || ${recordingId}, 0))`;
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

/** One after the other: some have megabytes. */
async function followSubtitles(sql: Sql, recordingId: string, before: Film, after: Film) {
  const ids = await sql<{ id: string }[]>`
    select id from public.subtitles where recording_id = ${recordingId} order by id for update
  `;
  for (const { id } of ids) {
    const original = await readOriginal(sql, id, before);
    const shown = after ? cutTexts(original, after) : original;
    await sql`delete from private.original_cues where subtitle_id = ${id}`;
    if (after)
      await sql`
        insert into private.original_cues (subtitle_id, cues, gaps)
        values (${id}, ${sql.json(original.cues)}, ${sql.json(original.gaps)})
      `;
    await sql`
      update public.subtitles set cues = ${sql.json(shown.cues)}, gaps = ${sql.json(shown.gaps)}
       where id = ${id}
    `;
  }
}

interface SubtitleRow extends Texts {
  original_cues: Cue[] | null;
  original_gaps: SubtitleGap[] | null;
}

/** The texts of a subtitle in the original's time. */
async function readOriginal(sql: Sql, id: string, before: Film): Promise<Texts> {
  const rows = await sql<SubtitleRow[]>`
    select s.cues, s.gaps, o.cues as original_cues, o.gaps as original_gaps
      from public.subtitles s left join private.original_cues o on o.subtitle_id = s.id
     where s.id = ${id}
  `;
  const { cues, gaps, original_cues, original_gaps } = one(rows);
  if (!before) return { cues, gaps };
  return { cues: originalCues(original_cues ?? [], cues, before), gaps: original_gaps ?? [] };
}

async function openEnded(sql: Sql, recordingId: string, before: Film, after: Film) {
  const json = (film: Film) => film && sql.json(film.map((range) => ({ ...range })));
  const films = await sql<{ before: Film; after: Film; whole: number }[]>`
    select whole, private.open_ended(${json(before)}, whole) as before,
           private.open_ended(${json(after)}, whole) as after
      from public.recordings r, lateral (select (private.original_of(r)).duration as whole) o
     where r.id = ${recordingId}
  `;
  return one(films);
}

/** A part of the original that both films show: where it begins in the one, and in the other. */
type Stretch = { of: number; to: number; seconds: number };

const PARTS = 100;

/** The parts that people have seen, and the curve over the film, in the time of the film that is shown now. */
async function followWatched(
  sql: Sql,
  recordingId: string,
  { from, to, whole }: { from: Film; to: Film; whole: number },
): Promise<void> {
  const original = [{ start: 0, end: whole }];
  const [before, after] = [from ?? original, to ?? original];
  const stretches = stretchesOf(before, after);
  const shares = sharesOf(stretches, lengthOfCut(before), lengthOfCut(after));
  await sql`
    select private.follow_watched(${recordingId}, ${sql.json(stretches)}, ${sql.json(shares)})
  `;
}

export function stretchesOf(before: readonly KeptRange[], after: readonly KeptRange[]): Stretch[] {
  const [former, present] = [placed(before), placed(after)];
  return former.flatMap((one) =>
    present.flatMap((other) => {
      const start = Math.max(one.start, other.start);
      const seconds = Math.min(one.end, other.end) - start;
      const [of, to] = [one.base + start - one.start, other.base + start - other.start];
      return seconds > 0 ? [{ of, to, seconds }] : [];
    }),
  );
}

/** How much of each hundredth of the former film lies in which hundredth of the present one. */
export function sharesOf(stretches: readonly Stretch[], before: number, after: number) {
  const [former, present] = [before / PARTS, after / PARTS];
  return stretches.flatMap(({ of, to, seconds }) =>
    partsWithin(of, seconds, former).flatMap((part) =>
      partsWithin(to + part.start - of, part.seconds, present).map((piece) => ({
        of: part.index,
        to: piece.index,
        share: piece.seconds / former,
      })),
    ),
  );
}

function partsWithin(start: number, seconds: number, width: number) {
  const [first, end] = [Math.max(0, Math.floor(start / width)), start + seconds];
  const count = Math.min(PARTS, Math.ceil(end / width)) - first;
  return Array.from({ length: Math.max(0, count) }, (_, offset) => {
    const index = first + offset;
    const begin = Math.max(start, index * width);
    return { index, start: begin, seconds: Math.min(end, (index + 1) * width) - begin };
  });
}
