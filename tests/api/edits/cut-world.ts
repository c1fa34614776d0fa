import { followCut } from "#api/features/edits/follow-cut.ts";
import type { Database } from "#api/platform/database.ts";
import type { KeptRange } from "#contract/timeline.ts";

/** Ten seconds of which two stretches are kept: 0–2 and 5–8. On the cut, the seam is at 2 and the end at 5. */
export const kept: KeptRange[] = [
  { start: 0, end: 2 },
  { start: 5, end: 8 },
];

/** What a swap does to everything but the file: `after` is what people see from now on. */
export const swap = (database: Database, recording: string, after: KeptRange[] | null) =>
  database.asService("a test swaps a film")(async (sql) => {
    await sql`
      insert into private.edits (recording_id, kept) values (${recording}, '[]') on conflict do nothing
    `;
    const [edit] = await sql<{ shown: KeptRange[] | null }[]>`
      select shown from private.edits where recording_id = ${recording} for update
    `;
    await sql`
      update private.edits
         set shown = ${after && sql.json(after.map((range) => ({ ...range })))},
             original = case when ${after !== null} then coalesce(original, (
               select to_jsonb(r) from public.recordings r where r.id = recording_id)) end
       where recording_id = ${recording}
    `;
    await followCut(sql, recording, edit?.shown ?? null, after);
  });
