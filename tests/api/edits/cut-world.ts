import { followCut } from "#api/features/edits/follow-cut.ts";
import type { Database } from "#api/platform/database.ts";
import type { Cue } from "#contract/subtitles.ts";
import type { KeptRange } from "#contract/timeline.ts";
import { cue } from "#tests/api/subtitles/world.ts";

/** Ten seconds of which two stretches are kept: 0–2 and 5–8. On the cut, the seam is at 2 and the end at 5. */
export const kept: KeptRange[] = [
  { start: 0, end: 2 },
  { start: 5, end: 8 },
];

const spoken: Cue = {
  ...cue(1, 7, "The password hunter2 is gone."),
  words: [
    { start: 1, end: 1.5, text: "The" },
    { start: 1.5, end: 2, text: "password" },
    { start: 3, end: 4, text: "hunter2" },
    { start: 5, end: 6, text: "is" },
    { start: 6, end: 7, text: "gone." },
  ],
};
/** Words of which 3 to 5 is removed by `kept`: of a cue whose words have times, and of one without. */
export const spokenCues = [cue(0, 1, "Hello"), spoken, cue(3, 3.5, "swordfish"), cue(7, 8, "Bye")];

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
