import { expect, test } from "vitest";
import { storageForNew, wayToStorage } from "#web/features/home/storage-for-new.ts";

test("a drive that is not connected is mended in the settings, or by a plan where there are no drives", () => {
  expect(wayToStorage({ drive: true }).to).toBe("/settings");
  expect(wayToStorage({ drive: false }).to).toBe("/subscription");
  expect(wayToStorage(undefined).to).toBe("/subscription");
});

test("where recordings go is said in a word, and nowhere is on the computer", () => {
  const named = (storage_type: "s3" | "google_drive", storage_configured: boolean) =>
    storageForNew({ storage_type, storage_configured }, "Cloud");
  expect(named("s3", true)).toBe("Cloud");
  expect(named("google_drive", true)).toBe("Google Drive");
  expect(named("google_drive", false)).toBe("Local");
});
