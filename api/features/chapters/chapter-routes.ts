import { byTime, listed, listing, type Moment } from "#api/access/original.ts";
import { forbidden, one } from "#api/http/errors.ts";
import type { Limit } from "#api/http/limits/rate-limit.ts";
import type { Parts } from "#api/parts.ts";
import type { Db, Sql } from "#api/platform/database.ts";
import {
  type Chapter,
  listChaptersCall,
  setChaptersCall,
  suggestCall,
} from "#contract/chapters.ts";
import { suggest } from "./suggest.ts";

/** Each is paid for by whoever runs the server. */
const suggestions: Limit = {
  name: "suggest:account",
  capacity: 30,
  period: 3600,
  message: "You have asked for many suggestions. Please wait a while and try again.",
};

export function serveChapters({ serve, chat }: Parts): void {
  serve(listChaptersCall, ({ db, params, query }) => readChapters(db, params.id, query.original));
  serve(setChaptersCall, ({ db, params, body }) => setChapters(db, params.id, body.chapters));
  serve(suggestCall, ({ db, params }) => suggest(db, chat, params.id), { limit: suggestions });
}

const readChapters = (db: Db, recordingId: string, original: boolean) =>
  db(async (sql) => {
    one(await seen(sql, recordingId), "Recording not found");
    return await listChapters(sql, recordingId, original);
  });

/** All of them at once: what can be seen and is not in the list is gone. */
const setChapters = (db: Db, recordingId: string, chapters: readonly Chapter[]) =>
  db(async (sql) => {
    const { may_edit } = one(await seen(sql, recordingId), "Recording not found");
    if (!may_edit) throw forbidden("You may watch this recording, but not divide it.", "not_yours");
    // One after the other, so that two who save at once do not mix their lists.
    await sql`select pg_advisory_xact_lock(hashtextextended('chapters of ' || ${recordingId}, 0))`;
    const gone = await sql<Moment[]>`
      delete from public.chapters where recording_id = ${recordingId} and not removed
      returning at_seconds, original_at
    `;
    // A chapter whose beginning was removed is found there again when the original is restored.
    const known = new Map(gone.map(({ at_seconds, original_at }) => [at_seconds, original_at]));
    const rows = chapters.map(({ at_seconds, title }) => ({
      ...{ recording_id: recordingId, at_seconds, title },
      original_at: known.get(at_seconds) ?? null,
    }));
    if (rows.length > 0) await sql`insert into public.chapters ${sql(rows)}`;
    return await listChapters(sql, recordingId, false);
  });

const seen = (sql: Sql, recordingId: string) => sql<{ may_edit: boolean }[]>`
  select app.can_edit_recording(id) as may_edit from public.recordings where id = ${recordingId}
`;

async function listChapters(sql: Sql, recordingId: string, original: boolean) {
  const { film, all } = await listing(sql, recordingId, original);
  const rows = await sql<(Chapter & Moment & { removed: boolean })[]>`
    select at_seconds, title, original_at, removed from public.chapters
     where recording_id = ${recordingId} and (not removed or ${all})
     order by ${byTime(sql)}
  `;
  return { chapters: rows.map((row) => listed(row, film)) };
}
