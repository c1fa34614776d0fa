import { processing } from "#api/job-kinds.ts";
import type { Db } from "#api/platform/database.ts";
import type { Jobs } from "#api/platform/jobs/queue.ts";
import {
  LONGEST_WORK_SECONDS,
  MEDIA_TOKEN_SECONDS,
  UPLOAD_KEPT_SECONDS,
} from "#contract/durations.ts";

/** Seconds after which an upload, or its remains, can be cleared away. */
const USUAL = {
  /** After a time without any bytes the upload is over. */
  abandoned: UPLOAD_KEPT_SECONDS,
  /** Until then, people who began to watch the parts have finished. */
  watched: MEDIA_TOKEN_SECONDS,
  /** So long a finished upload is remembered for a sender that did not hear the last answer. */
  remembered: UPLOAD_KEPT_SECONDS,
  /** After a time without any word from it, a job counts as lost. */
  silent: LONGEST_WORK_SECONDS + 3600,
};

/** Marks recorders that were silent for a minute; their next request takes the mark away. */
export const markInterrupted = (service: Db) => service`select private.mark_interrupted()`;

/** Closes uploads whose sender never came back, and sends work again whose process died. */
export async function closeStaleUploads(
  service: Db,
  jobs: Pick<Jobs, "send">,
  limits: Partial<typeof USUAL> = {},
): Promise<void> {
  const { abandoned, watched, remembered, silent } = { ...USUAL, ...limits };
  await service(async (sql) => {
    // Recordings are locked before their uploads, in the order in which people throw them away.
    await sql`
      select 1 from public.recordings r join public.uploads u on u.recording_id = r.id
       where u.finished_at is null and u.touched_at < now() - ${abandoned} * interval '1 second'
       order by r.id for update of r
    `;
    const closed = await sql<{ id: string; owner_id: string }[]>`
      select id, owner_id from private.close_stale_uploads(${abandoned} * interval '1 second') as closed
        join public.recordings on id = closed
    `;
    const forgotten = await sql<{ id: string; owner_id: string }[]>`
      update public.recordings r set updated_at = now()
       where status = 'processing' and updated_at < now() - ${silent} * interval '1 second'
         and exists (select from public.uploads u where u.recording_id = r.id) -- a saved part is still to be cut
      returning id, owner_id
    `;
    for (const { id, owner_id } of [...closed, ...forgotten])
      await jobs.send(sql, processing, { recording_id: id }, { account: owner_id });
    await sql`
      delete from private.upload_parts p using public.uploads u
       where p.upload_id = u.id and u.replaced_at < now() - ${watched} * interval '1 second'
    `;
    await sql`
      delete from public.uploads u using public.recordings r
       where u.recording_id = r.id and r.storage_key is not null
         and u.finished_at < now() - ${remembered} * interval '1 second'
         and not exists (select from private.upload_parts p where p.upload_id = u.id)
    `;
    await sql`delete from private.held_room where seen_at < now() - interval '1 day'`;
  });
}
