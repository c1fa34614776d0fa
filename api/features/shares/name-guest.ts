import { one } from "#api/http/errors.ts";
import type { TakeToken } from "#api/http/limits/rate-limit.ts";
import type { Caller, Db } from "#api/platform/database.ts";
import type { Keys } from "#api/platform/keys.ts";
import { requireOpen, shareUnavailable } from "./open-share.ts";

const names = {
  name: "guest-name:address",
  capacity: 60,
  period: 600,
  message: "Your network has entered many names. Please wait a moment and try again.",
};

/** The key of a guest, who takes part through the caller's link by this name. */
export async function nameGuest(
  keys: Keys,
  takeToken: TakeToken,
  { db, caller, address }: { db: Db; caller: Caller; address: string },
  name: string,
) {
  const { share } = caller;
  await requireOpen(db, caller);
  if (!share) throw shareUnavailable();
  const giveBack = await takeToken(names, address);
  const named = db<{ guest: string }[]>`select app.name_guest(${name}) as guest`;
  const { guest } = one(await named.catch((error) => giveBack().then(() => Promise.reject(error))));
  return { guest_token: await keys.sign("guest", { guest, share }), name };
}
