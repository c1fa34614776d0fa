import { processing } from "#api/job-kinds.ts";
import type { Db } from "#api/platform/database.ts";
import type { Jobs } from "#api/platform/jobs/queue.ts";

export interface Patience {
  /** An upload without a sign of life for this long is over. */
  abandoned: string;
  /** Whoever began to watch the parts has finished by then. */
  watched: string;
  /** A finished upload is remembered for a sender that did not hear the last answer. */
  remembered: string;
  /** A job that should have said something by now was lost. */
  silent: string;
}

const usual: Patience = {
  abandoned: "24 hours",
  watched: "6 hours",
  remembered: "24 hours",
  silent: "7 hours",
};

/** A recorder that was silent for a minute, until its next request. */
export const markInterrupted = (service: Db) =>
  service((sql) => sql`select private.mark_interrupted()`);

/** What a sender that never came back, or a process that died, has left behind. */
export async function closeStaleUploads(
  service: Db,
  jobs: Pick<Jobs, "send">,
  patience: Partial<Patience> = {},
): Promise<void> {
  const { abandoned, watched, remembered, silent } = { ...usual, ...patience };
  await service(async (sql) => {
    const closed = await sql<{ id: string; owner_id: string }[]>`
      select id, owner_id from private.close_stale_uploads(${abandoned}::interval) as closed
        join public.recordings on id = closed
    `;
    const forgotten = await sql<{ id: string; owner_id: string }[]>`
      update public.recordings set updated_at = now()
       where status = 'processing' and updated_at < now() - ${silent}::interval
      returning id, owner_id
    `;
    for (const { id, owner_id } of [...closed, ...forgotten])
      await jobs.send(sql, processing, { recording_id: id }, { account: owner_id });
    await sql`
      delete from private.upload_parts p using public.uploads u
       where p.upload_id = u.id and u.replaced_at < now() - ${watched}::interval
    `;
    await sql`
      delete from public.uploads u using public.recordings r
       where u.recording_id = r.id and r.storage_key is not null
         and u.finished_at < now() - ${remembered}::interval
         and not exists (select from private.upload_parts p where p.upload_id = u.id)
    `;
    await sql`delete from private.held_room where seen_at < now() - interval '1 day'`;
  });
}
