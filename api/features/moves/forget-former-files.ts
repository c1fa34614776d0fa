import type { Db } from "#api/platform/database.ts";

/** As long as a token to watch it is good: by then, whoever began at the old place has finished. */
const WATCHED = "6 hours";

export async function forgetFormerFiles(service: Db, watched = WATCHED): Promise<void> {
  await service(
    (sql) => sql`delete from private.former_files where left_at < now() - ${watched}::interval`,
  );
}
