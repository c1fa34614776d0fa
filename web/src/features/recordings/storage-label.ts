import type { StorageType } from "#contract/recordings.ts";

const short: Record<StorageType, string> = {
  google_drive: "Google Drive",
  s3: "Cloud",
  local: "Local",
};

/** Where a recording lies, on its card. */
export const storageLabel = (type: StorageType) => short[type];

/** Where a recording lies, on its page: the specification knows two places. */
export const storagePlace = (type: StorageType) =>
  type === "google_drive" ? "Google Drive" : "Local Storage";
