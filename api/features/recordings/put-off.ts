import type { Db } from "#api/platform/database.ts";

/** There was no room for the work: the recording goes on playing as it came, and is told to be alive. */
export async function putOff(service: Db, id: string): Promise<void> {
  await service(
    (sql) => sql`
      update public.recordings set progress = 0 where id = ${id} and status = 'processing'
    `,
  );
}
