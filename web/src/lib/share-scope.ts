import type { GuestKey } from "#contract/guests.ts";
import type { ShareUnlock } from "#contract/shares.ts";
import { only, stored } from "./browser/browser-storage.ts";

/** The password was right: this tab need not ask again. */
export const unlockOf = (shareToken: string) =>
  stored({ key: `kinora.unlock.${shareToken}`, schema: only(isUnlock), inTab: true });

export function shareHeaders(shareToken: string | undefined): Record<string, string> {
  if (shareToken === undefined) return {};
  const unlock = unlockOf(shareToken).read()?.token;
  const guest = guestKey(shareToken).read()?.guest_token;
  return {
    "X-Share-Token": shareToken,
    ...(unlock && { "X-Share-Unlock": unlock }),
    ...(guest && { "X-Guest-Token": guest }),
  };
}

/** The part of the headers that opens something: a guest's name opens nothing, and may be said at any time. */
export const opening = ({ "X-Guest-Token": _name, ...headers }: Record<string, string>) => headers;

/** The guest that this browser's person is behind this link, where they have no account. */
export const guestKey = (shareToken: string) =>
  stored({ key: `kinora.guest.${shareToken}`, schema: only(isGuest) });

function isGuest(value: unknown): value is GuestKey {
  const { guest_token, name } = Object(value);
  return typeof guest_token === "string" && typeof name === "string";
}

function isUnlock(value: unknown): value is Pick<ShareUnlock, "token"> {
  return typeof Object(value).token === "string";
}
