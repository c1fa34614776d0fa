import type { ShareUnlock } from "#contract/shares.ts";

/** Through which link a recording is read, by whoever does not own it. */
export interface ShareScope {
  shareToken: string;
  recordingId: string;
}

const storageKey = (shareToken: string) => `kinora.unlock.${shareToken}`;

/** What a request carries so that the link's rights apply to it; nothing without a link. */
export function shareHeaders(shareToken: string | undefined): Record<string, string> {
  if (shareToken === undefined) return {};
  const unlock = storedUnlock(shareToken);
  return { "X-Share-Token": shareToken, ...(unlock && { "X-Share-Unlock": unlock }) };
}

/** The password was right: this tab need not ask again. */
export function keepUnlock(shareToken: string, unlock: ShareUnlock) {
  sessionStorage.setItem(storageKey(shareToken), JSON.stringify(unlock));
}

function storedUnlock(shareToken: string): string | undefined {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storageKey(shareToken)) ?? "null");
    return typeof stored?.token === "string" ? stored.token : undefined;
  } catch {
    return undefined;
  }
}
