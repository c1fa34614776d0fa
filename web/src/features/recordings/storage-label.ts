import type { Config } from "#contract/config.ts";
import type { StorageType } from "#contract/recordings.ts";
import { type Cloud, placeName, storageName } from "#web/data/moves.ts";

/** Nothing where all recordings lie in one place, and until it is known how the storage is called. */
export function storageLabel(
  type: StorageType,
  config: (Cloud & Pick<Config, "drive">) | undefined,
) {
  if (!config || (!config.drive && type === config.cloud_storage)) return undefined;
  return storageName(type, config);
}

const HERE: Cloud = { cloud_storage: "local", cloud_name: "This server" };

/** Where a recording lies, on its page: 'Local' alone would be read as the reader's own disk. */
export function storagePlace(type: StorageType, config = HERE) {
  if (type === "google_drive") return "Google Drive";
  return type === config.cloud_storage
    ? `Local Storage on ${placeName("s3", config)}`
    : "Local Storage";
}
