import type { Film } from "#api/access/original.ts";
import type { Sql } from "#api/platform/database.ts";
import { type KeptRange, lengthOfCut, placed } from "#contract/timeline.ts";

/** A part of the original that both films show: where it begins in the one, and in the other. */
type Stretch = { of: number; to: number; seconds: number };

const PARTS = 100;

/** The parts that people have seen, and the curve over the film, in the time of the film that is shown now. */
export async function followWatched(
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
