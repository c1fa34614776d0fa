import { describe, expect, it } from "vitest";
import { stateOf } from "#api/platform/drive/looks.ts";
import { failureOf, readAnswer } from "#api/platform/drive/refusals.ts";
import { StoreUnreachable } from "#api/platform/objects/store.ts";

/** A refusal of Google, in the form in which it comes. */
const said = (status: number, reason: string) =>
  readAnswer({ status, data: { error: { message: "Because", errors: [{ reason }] } } });

const codeOf = (error: Error) => (error instanceof StoreUnreachable ? error.said?.code : undefined);

describe("what Google refuses", () => {
  it.each([
    [403, "storageQuotaExceeded", "drive_full", false],
    [403, "downloadQuotaExceeded", "drive_download_limit", false],
    [403, "dailyLimitExceeded", "drive_download_limit", false],
    [403, "userRateLimitExceeded", "drive_busy", true],
    [403, "rateLimitExceeded", "drive_busy", true],
    [429, "", "drive_busy", true],
    [500, "backendError", "drive_unavailable", true],
    [503, "", "drive_unavailable", true],
    [599, "", "drive_unavailable", true],
    [401, "authError", "drive_unavailable", false],
    [403, "insufficientFilePermissions", "drive_unavailable", false],
    [404, "notFound", undefined, false],
  ])("by %i %s is %s, and asked for again: %s", (status, reason, code, isForNow) => {
    const refusal = said(status, reason);
    expect([codeOf(failureOf(refusal)), refusal.isForNow]).toEqual([code, isForNow]);
  });

  it("may be no JSON of theirs", () => {
    for (const data of [undefined, "", "<html>", { error: "bad gateway" }])
      expect(readAnswer({ status: 502, data })).toMatchObject({ status: 502, reason: "" });
  });
});

describe("a file in a drive", () => {
  it.each([
    ["is where it was left", { md5Checksum: "a", trashed: false }, null],
    ["of which no sum is known", { trashed: false }, null],
    ["lies in the trash", { md5Checksum: "a", trashed: true }, "trashed"],
    ["holds other bytes", { md5Checksum: "b", trashed: false }, "gone"],
    ["holds other bytes, in the trash", { md5Checksum: "b", trashed: true }, "gone"],
    ["is not there", null, "gone"],
  ] as const)("that %s", (_, facts, state) => {
    expect(stateOf({ md5: "a" }, facts && { id: "1", size: 1, ...facts })).toBe(state);
  });
});
