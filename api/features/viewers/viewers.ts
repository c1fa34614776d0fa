import { notFound } from "#api/http/errors.ts";
import type { Db } from "#api/platform/database.ts";
import type { Viewers, Watched } from "#contract/viewers.ts";

const NOT_FOUND = "Recording not found";

/** One statement, so that all of a beacon is counted or nothing, by whichever process it comes. */
export async function countWatched(db: Db, id: string, watched: Watched, unnamed: boolean) {
  const { view_id, n, ranges, viewer = null, site = null } = watched;
  const [starts, ends] = [ranges.map(([start]) => start), ranges.map(([, end]) => end)];
  const [row] = await db<{ seen: boolean }[]>`
    select app.count_watched(${id}, ${view_id}, ${n}, ${starts}::numeric[], ${ends}::numeric[],
                             ${viewer}, ${site}, ${unnamed}) as seen
  `;
  if (!row?.seen) throw notFound(NOT_FOUND);
}

export async function readViewers(db: Db, id: string, share?: string): Promise<Viewers> {
  const [row] = await db<{ viewers: Viewers | null }[]>`
    select app.viewers(${id}, ${share ?? null}) as viewers
  `;
  if (!row?.viewers) throw notFound(NOT_FOUND);
  return row.viewers;
}

/** Plays of so long ago that nobody is told of them any more. */
export const forgetWatched = (service: Db, at = new Date()) =>
  service`select private.forget_watched(${at})`;
