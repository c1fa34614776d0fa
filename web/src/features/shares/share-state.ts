import { formatDistanceStrict } from "date-fns";
import type { Share } from "#contract/shares.ts";
import { counted } from "#web/lib/format.ts";

/** The server's word, or this computer's clock where the dialog has stood open since. */
export function isExpired({ is_expired, expires_at }: Share, now: number) {
  return is_expired || (expires_at !== null && Date.parse(expires_at) <= now);
}

/** The properties of a link, in a few words each. */
export function factsOf(share: Share, now: number) {
  return [
    share.is_public ? "Anyone with the link" : (share.allowed_email ?? "One person"),
    share.permission_type === "edit" ? "Can edit" : "Can watch",
    share.has_password && "Password",
    share.allow_download && share.permission_type === "view" && "Downloads",
    share.guests_may_comment && "Guests comment",
    !share.watch_live && "Not while recording",
    counted(share.view_count, "view"),
    lasts(share, now),
  ].filter((fact) => typeof fact === "string");
}

function lasts(share: Share, now: number) {
  if (share.expires_at === null) return "No expiry";
  const distance = formatDistanceStrict(Date.parse(share.expires_at), now);
  return isExpired(share, now) ? `Expired ${distance} ago` : `Expires in ${distance}`;
}
