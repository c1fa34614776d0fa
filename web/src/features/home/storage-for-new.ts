import type { Config } from "#contract/config.ts";
import type { CurrentSubscription } from "#contract/subscriptions.ts";
import { isOnDrive } from "#web/data/subscriptions.ts";

/** Where new recordings go, in a word. Without a place to go they stay on the computer. */
export function storageForNew(
  subscription: Pick<CurrentSubscription, "storage_type" | "storage_configured">,
  cloudName: string,
) {
  if (!subscription.storage_configured) return "Local";
  return isOnDrive(subscription) ? "Google Drive" : cloudName;
}

/** The way to mend a drive that is not connected: to the settings, if this server knows drives at all. */
export function wayToStorage(config: Pick<Config, "drive" | "payments"> | undefined): {
  to: string;
  words: string;
} {
  return config?.drive
    ? { to: "/settings", words: "Connect it in Settings" }
    : { to: "/subscription", words: config?.payments ? "See plans" : "Choose a storage" };
}
