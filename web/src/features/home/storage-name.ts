import type { CurrentSubscription } from "#contract/subscriptions.ts";
import { isOnDrive } from "#web/data/subscriptions.ts";

/** Where new recordings go, in a word. Without a place to go they stay on the computer. */
export function storageName(
  subscription: Pick<CurrentSubscription, "storage_type" | "storage_configured">,
  cloudName: string,
) {
  if (!subscription.storage_configured) return "Local";
  return isOnDrive(subscription) ? "Google Drive" : cloudName;
}
