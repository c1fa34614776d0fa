import type { Film } from "#api/access/original.ts";
import { cutTexts, type Texts } from "#api/captions/cut-cues.ts";
import type { Db, Sql } from "#api/platform/database.ts";

/**
 * Stores what a job has heard or translated, which is in the original's time, together with what the film that
 * people see has of it: `write` stores that and gives the row. A swap waits for both. False where nothing was stored.
 */
export const storeCues = (
  service: Db,
  id: string,
  heard: Texts,
  write: (sql: Sql, shown: Texts) => Promise<readonly unknown[]>,
): Promise<boolean> =>
  service(async (sql) => {
    await sql`
      select 1 from public.subtitles s join public.recordings r on r.id = s.recording_id
       where s.id = ${id} for share of r
    `;
    const [row] = await sql<{ film: Film }[]>`
      select private.shown_of(recording_id) as film from public.subtitles where id = ${id}
    `;
    const film = row?.film;
    const stored = await write(sql, film ? cutTexts(heard, film) : heard);
    if (stored.length > 0 && film)
      await sql`
        insert into private.original_cues (subtitle_id, cues, gaps)
        values (${id}, ${sql.json(heard.cues)}, ${sql.json(heard.gaps)})
        on conflict (subtitle_id) do update set cues = excluded.cues, gaps = excluded.gaps
      `;
    return stored.length > 0;
  });
