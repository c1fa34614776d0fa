import type { Db } from "#api/platform/database.ts";
import { failRun, finishRun } from "./transcription-run.ts";

/** No further try: what there is can be read, the rest is a gap with these words; where there is nothing, it has failed. */
export async function giveUpRun(service: Db, id: string, words: string): Promise<void> {
  const [run] = await service(async (sql) => {
    await sql`
      update private.subtitle_parts set status = 'failed', error = ${words}
       where subtitle_id = ${id} and status = 'waiting'
    `;
    return sql<{ id: string; language: string }[]>`
      update public.subtitles set status = 'running'
       where id = ${id} and status in ('queued', 'running')
      returning id, language
    `;
  });
  if (run && !(await finishRun(service, run))) await failRun(service, id, words);
}
