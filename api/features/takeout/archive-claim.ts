import { conflict, notFound } from "#api/http/errors.ts";
import type { Database, Db } from "#api/platform/database.ts";
import type { Keys } from "#api/platform/keys.ts";

export interface ArchiveClaim {
  owner: string;
  holder: string;
}

/** Longer than a download that flows goes without being looked at (`api/http/revocable.ts`). */
const SECONDS = 60;

/** For the ticket that is given now, and no other; refused while an archive of theirs is on its way. */
export async function grantArchive(service: Db, { owner, holder }: ArchiveClaim): Promise<void> {
  const given = await service`
    insert into private.takeouts as t (user_id, held_by, held_until)
    values (${owner}, ${holder}, '-infinity')
    on conflict (user_id) do update
      set held_by = excluded.held_by, held_until = excluded.held_until
      where not private.is_held(t.held_process, t.held_until)
    returning 1
  `;
  if (given.length === 0) throw underWay();
}

/** Each ticket is good for one archive: refused where it was used, or another one was given since. */
export async function requireGranted(service: Db, { owner, holder }: ArchiveClaim): Promise<void> {
  const [state] = await service<{ is_held: boolean; is_mine: boolean }[]>`
    select private.is_held(held_process, held_until) as is_held,
           held_by = ${holder} and held_until = '-infinity' as is_mine
      from private.takeouts where user_id = ${owner}
  `;
  if (state?.is_held) throw underWay();
  if (!state?.is_mine) throw tooOld();
}

/** False where another download has it by now, or, for the first time, where it was used before. */
export async function hold(service: Db, { owner, holder }: ArchiveClaim, isFirst = false) {
  const held = await service`
    update private.takeouts
       set held_process = private.this_process(),
           held_until = now() + make_interval(secs => ${SECONDS})
     where user_id = ${owner} and held_by = ${holder}
       and (not ${isFirst} or held_until = '-infinity')
    returning 1
  `;
  return held.length > 0;
}

/** Taken with the first byte, and let go of with the last, or when the reader leaves. */
export async function* whileHeld(
  service: Db,
  claim: ArchiveClaim,
  chunks: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  if (!(await hold(service, claim, true))) throw underWay();
  try {
    yield* chunks;
  } finally {
    const { owner, holder } = claim;
    await service`
      delete from private.takeouts where user_id = ${owner} and held_by = ${holder}
    `.catch(() => {}); // it ends by itself
  }
}

const TICKET_SECONDS = 600;

export async function newTicket(keys: Keys, { owner, holder }: ArchiveClaim, sid: string) {
  const ticket = await keys.sign("takeout", { sub: owner, sid, ticket: holder }, TICKET_SECONDS);
  return {
    path: `/api/user/takeout/file?ticket=${ticket}`,
    expires_at: new Date(Date.now() + TICKET_SECONDS * 1000).toISOString(),
  };
}

/** The owner of a ticket, while their session stands; the download checks the session again and again. */
export async function archiveOfTicket(keys: Keys, database: Database, token: string) {
  const claims = await keys.read("takeout", token);
  if (!claims) throw tooOld();
  const { sub, sid, ticket } = claims;
  const db = database.as({ role: "authenticated", sub, sid });
  await stands(db);
  return { db, claim: { owner: sub, holder: ticket } };
}

/** Refused where the session has ended. */
export const stands = (db: Db) => db`select 1`.then(() => true);

const tooOld = () => notFound("This download has expired. Ask for it again in Settings.");

const underWay = () =>
  conflict(
    "Your archive is being downloaded already. If that download broke off, try again in a minute.",
    "takeout_under_way",
  );
