import { describe, expect, it } from "vitest";
import { StorageType } from "#contract/recordings.ts";
import { storageName } from "#web/data/moves.ts";
import { storageLabel, storagePlace } from "#web/features/recordings/storage-label.ts";

const here = { cloud_storage: "local", cloud_name: "This server" } as const;
const hosted = { cloud_storage: "s3", cloud_name: "Kinora Cloud" } as const;

describe("the name of a storage", () => {
  it.each([here, hosted])("is the same word everywhere, and no two share one: %o", (config) => {
    const names = StorageType.options.map((type) => storageName(type, config));
    expect(new Set(names).size).toBe(names.length);
    expect(storageName(config.cloud_storage, config)).toBe(config.cloud_name);
  });

  it("stands on a card where there is more than one place", () => {
    expect(storageLabel("local", { ...here, drive: false })).toBeUndefined();
    expect(storageLabel("local", { ...here, drive: true })).toBe("This server");
    expect(storageLabel("s3", { ...here, drive: false })).toBe("Cloud");
    expect(storageLabel("google_drive", { ...here, drive: false })).toBe("Google Drive");
  });

  it("says on a video's page whose disk is meant", () => {
    expect(storagePlace("local", here)).toBe("Local Storage on this server");
    expect(storagePlace("s3", hosted)).toBe("Local Storage on Kinora Cloud");
    expect(storagePlace("google_drive", here)).toBe("Google Drive");
    expect(storagePlace("local", undefined)).toBe("Local Storage on this server");
  });
});
