import type { ShareUnlock } from "#contract/shares.ts";
import { only, stored } from "./browser/browser-storage.ts";

/** The link through which somebody reads a recording that they do not own. */
export interface ShareScope {
  shareToken: string;
  recordingId: string;
}

const unlockOf = (shareToken: string) =>
  stored({
    key: `kinora.unlock.${shareToken}`,
    schema: only(isUnlock),
    fallback: undefined,
    inTab: true,
  });

/** The headers that give a request the rights of a link; none without a link. */
export function shareHeaders(shareToken: string | undefined): Record<string, string> {
  if (shareToken === undefined) return {};
  const unlock = unlockOf(shareToken).read()?.token;
  return { "X-Share-Token": shareToken, ...(unlock && { "X-Share-Unlock": unlock }) };
}

/** The password was right: this tab need not ask again. */
export function keepUnlock(shareToken: string, unlock: ShareUnlock) {
  unlockOf(shareToken).write(unlock);
}

function isUnlock(value: unknown): value is Pick<ShareUnlock, "token"> {
  return (
    typeof value === "object" &&
    value !== null &&
    "token" in value &&
    typeof value.token === "string"
  );
}
