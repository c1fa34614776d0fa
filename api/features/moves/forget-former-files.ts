import type { Db } from "#api/platform/database.ts";
import { MEDIA_TOKEN_SECONDS } from "#contract/durations.ts";

/** By then, the people who began to watch at the former place have finished. */
export async function forgetFormerFiles(service: Db, watchedSeconds = MEDIA_TOKEN_SECONDS) {
  await service`
    delete from private.former_files
     where left_at < now() - ${watchedSeconds} * interval '1 second'
  `;
}
