import type { Acting } from "#api/access/account.ts";
import type { Objects } from "#api/platform/objects/objects.ts";
import { requireRoom } from "./uploads.ts";

export type HeldRoom = Awaited<ReturnType<typeof holdRoom>>;

/** So much may have arrived before it is asked about, where nobody said how much it would be. */
const STEP = 16 * 1024 * 1024;

/** Postgres believes for ten minutes that somebody is still there. */
const SAY_SO_EVERY = 60_000;

/** Room for a file that comes in one request, promised while it arrives; `expected` as its sender has announced it. */
export async function holdRoom(
  { db, service, account }: Acting,
  objects: Pick<Objects, "room">,
  expected: number,
) {
  const id = crypto.randomUUID();
  let held = expected;
  let saidAt = 0;
  const hold = async () => {
    await service`select private.hold_room(${account}, ${id}, ${held})`;
    saidAt = performance.now();
  };
  await requireRoom(db, objects, expected);
  await hold();
  return {
    id,
    expected,
    /** To be said of all that has arrived so far; refuses what the account has no room for. */
    async grow(received: number) {
      if (received < held + STEP && performance.now() - saidAt < SAY_SO_EVERY) return;
      held = Math.max(held, received);
      await hold();
    },
    async release() {
      await service`delete from private.held_room where id = ${id}`;
    },
  };
}
