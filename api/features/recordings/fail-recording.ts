import type { Db } from "#api/platform/database.ts";

/** Marks a recording as failed, so that nobody waits for it for ever. */
export async function failRecording(service: Db, id: string, reason: string): Promise<void> {
  await service(
    (sql) => sql`
      update public.recordings
         set status = 'failed', failure = ${reason}, playable = false, progress = null
       where id = ${id} and status = 'processing'
    `,
  );
}
