import { conflict } from "#api/http/errors.ts";
import type { Db } from "#api/platform/database.ts";

export interface Turn {
  owner: string;
  /** Of one download. */
  holder: string;
}

/** Longer than a download that flows goes without being looked at (`api/http/revocable.ts`). */
const SECONDS = 60;

/** Refused in words while an archive of theirs is on its way, in whichever process. */
export async function requireNoneUnderWay(service: Db, owner: string): Promise<void> {
  const held = await service(
    (sql) => sql`select 1 from private.takeouts where user_id = ${owner} and held_until > now()`,
  );
  if (held.length > 0) throw underWay();
}

/** Taken, or kept: false where another download has it by now. */
export async function hold(service: Db, { owner, holder }: Turn): Promise<boolean> {
  const held = await service(
    (sql) => sql`
      insert into private.takeouts as t (user_id, held_by, held_until)
      values (${owner}, ${holder}, now() + make_interval(secs => ${SECONDS}))
      on conflict (user_id) do update
        set held_by = excluded.held_by, held_until = excluded.held_until
        where t.held_by = excluded.held_by or t.held_until < now()
      returning 1
    `,
  );
  return held.length > 0;
}

/** Taken with the first byte, and let go of with the last, or when the reader leaves. */
export async function* inTurn(
  service: Db,
  turn: Turn,
  chunks: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  if (!(await hold(service, turn))) throw underWay();
  try {
    yield* chunks;
  } finally {
    await letGo(service, turn).catch(() => {}); // it ends by itself
  }
}

const letGo = (service: Db, { owner, holder }: Turn) =>
  service(
    (sql) => sql`delete from private.takeouts where user_id = ${owner} and held_by = ${holder}`,
  );

const underWay = () =>
  conflict(
    "Your archive is being downloaded already. If that download broke off, try again in a minute.",
    "takeout_under_way",
  );
