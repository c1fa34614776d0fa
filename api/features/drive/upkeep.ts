import { delivery } from "#api/job-kinds.ts";
import type { Db } from "#api/platform/database.ts";
import { letBe } from "#api/platform/drive/calls.ts";
import { trash } from "#api/platform/drive/drive-store.ts";
import type { Drive } from "#api/platform/drive/open.ts";
import { oauthClient } from "#api/platform/drive/settings.ts";
import { purposeOf, troubleOf } from "#api/platform/drive/tokens.ts";
import type { Jobs } from "#api/platform/jobs/queue.ts";

const MOST = 100;

/** The tools of a step that begins nothing new once its time is over. */
export type Upkeep = Drive & { end?: AbortSignal };

/** Sends recordings whose next try is due, and whose drive is connected; those on their way wait for their turn. */
export async function sendDue(service: Db, jobs: Pick<Jobs, "send">): Promise<void> {
  // Recordings that have room on a plan that was chosen since stay in its cloud.
  await service`
    delete from private.deliveries d using public.storage_usage u
     where u.user_id = d.owner_id and u.used_bytes <= app.storage_limit_bytes(d.owner_id)
       and app.has_drive(d.owner_id) and private.destination(d.owner_id) = 's3'
  `;
  const due = await service<{ recording_id: string; owner_id: string }[]>`
    select recording_id, owner_id from private.deliveries
     where due_at <= now() and not private.is_held(claimed_process, claimed_until)
       and app.has_drive(owner_id) and not private.is_trashed(recording_id)
       and recording_id::text not in (
         select data ->> 'recording_id' from private.jobs where kind = ${delivery.name} and due_at is not null)
     order by due_at limit ${MOST}
  `;
  for (const { recording_id, owner_id } of due)
    await jobs.send(null, delivery, { recording_id }, { account: owner_id });
}

/**
 * Revokes connections that ended here: Google is told of each until it has answered, or for a week. It ends all consent
 * of a Google account: so it waits while that is given anew or used by another, and is looked up right before it is told.
 */
export async function revokeTokens(world: Upkeep, only: string | null = null): Promise<void> {
  const { service, keys, settings, log } = world;
  for (let told = 0, last = 0; told < MOST && !world.end?.aborted; told++) {
    const [next] = await service<{ id: number; owner: string; token: string }[]>`
      select id, owner_id as owner, refresh_token as token from private.revocations r
       where id > ${last} and noted_at > now() - interval '7 days'
         and (${only}::uuid is null or owner_id = ${only})
         and not exists (
           select 1 from private.drive_consents c where c.user_id = r.owner_id and expires_at > now()
         ) and google_account not in (
           select google_account from private.drive_connections where refresh_token is not null)
       order by id limit 1
    `;
    if (!next) return;
    last = next.id;
    const client = await oauthClient(settings);
    const revoke = async () => client.revokeToken(keys.unseal(purposeOf(next.owner), next.token));
    const trouble = await revoke().then(() => undefined, troubleOf);
    // A token that Google does not know any more counts as revoked, too.
    if (!trouble || trouble.reason === "invalid_token")
      await service`delete from private.revocations where id = ${next.id}`;
    else log.warn({ reason: trouble.reason }, "a token was not revoked at Google yet");
  }
}

/** Trashes files that were given up while their drive was out of reach. */
export async function throwAway(world: Upkeep): Promise<void> {
  const unwanted = await world.service<{ owner: string; fileId: string }[]>`
    select f.owner_id as owner, f.file_id as "fileId" from private.drive_files f
      join private.drive_connections c on c.user_id = f.owner_id
     where f.unwanted_at is not null and c.refresh_token is not null
       and c.google_account = f.google_account
     order by random() limit ${MOST} -- some may be refused for long, and keep nobody from a turn
  `;
  for (const { owner, fileId } of unwanted) {
    if (world.end?.aborted) return;
    await trash(world, owner, fileId).catch(letBe); // next time
  }
}
