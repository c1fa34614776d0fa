import { expect, test } from "vitest";
import { storageForNew, wayToStorage } from "#web/features/home/home-page.tsx";

test("a drive that is not connected is mended in the settings, or by a plan where there are no drives", () => {
  const to = "/subscription";
  expect(wayToStorage({ drive: true, payments: true }).to).toBe("/settings");
  expect(wayToStorage({ drive: false, payments: true })).toEqual({ to, words: "See plans" });
  expect(wayToStorage({ drive: false, payments: false })).toEqual({
    to,
    words: "Choose a storage",
  });
  expect(wayToStorage(undefined)).toEqual({ to, words: "Choose a storage" });
});

test("where recordings go is said in a word, and nowhere is on the computer", () => {
  const named = (storage_type: "s3" | "google_drive", storage_configured: boolean) =>
    storageForNew({ storage_type, storage_configured }, "Cloud");
  expect(named("s3", true)).toBe("Cloud");
  expect(named("google_drive", true)).toBe("Google Drive");
  expect(named("google_drive", false)).toBe("Local");
});
