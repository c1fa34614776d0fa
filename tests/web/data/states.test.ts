// @vitest-environment happy-dom
import { describe, expect, it, test } from "vitest";
import type { SharedRecording } from "#contract/recordings.ts";
import { commentsQuery, hasReacted, momentOf } from "#web/data/discussion.ts";
import { canMove, isElsewhere, placeName } from "#web/data/moves.ts";
import { canPlay, isArriving, isUnfinished, sheetOf, streamUrl } from "#web/data/recordings.ts";
import { fullLanguageName, isUnderWay, languageName } from "#web/data/subtitles.ts";
import { keyIn } from "#web/data/watchers.ts";
import { ApiError, isRefused } from "#web/lib/api-error.ts";

describe("a recording", () => {
  it.each([
    ["recording", true, true],
    ["uploading", true, true],
    ["processing", false, true],
    ["ready", false, false],
    ["failed", false, false],
  ] as const)("that is %s arrives: %s, and will still change: %s", (status, arrives, changes) => {
    expect([isArriving({ status }), isUnfinished({ status })]).toEqual([arrives, changes]);
  });

  const ready = { status: "ready", playable: true, interrupted: false, size: 1 } as const;
  it.each([
    [ready, true],
    [{ ...ready, playable: null }, true],
    [{ ...ready, playable: false }, false],
    [{ ...ready, missing: "trashed" }, false],
    [{ ...ready, status: "processing" }, true],
    [{ ...ready, status: "processing", size: 0 }, false],
    [{ ...ready, status: "uploading" }, false],
    [{ ...ready, status: "failed" }, false],
    [{ ...ready, status: "recording" }, false],
    [{ ...ready, status: "recording", interrupted: true }, true],
    [{ ...ready, status: "recording", interrupted: true, size: 0 }, false],
  ] as const)("like %o plays: %s", (recording, plays) => {
    expect(canPlay(recording)).toBe(plays);
  });

  const moving = { to: "s3", percent: 0, failed: null } as const;
  it.each([
    ["ready", null, true],
    ["failed", null, true],
    ["ready", moving, false],
    ["processing", null, false],
    ["recording", null, false],
    ["uploading", null, false],
  ] as const)("that is %s with the move %o can be moved: %s", (status, move, can) => {
    expect(canMove({ status, moving: move })).toBe(can);
  });

  it("has a sheet of pictures at an address of its version, where it has one", () => {
    const shape = { tiles: 1, seconds_each: 1, tile_width: 1, tile_height: 1 };
    const sheet = { ...shape, path: "/api/recordings/r/contact-sheet?v=abc" };
    const one = { id: "r", contact_sheet: sheet } as SharedRecording; // no more of it is read
    const src = "/api/recordings/r/contact-sheet?v=abc&token=t";
    expect(sheetOf(one, "t")).toEqual({ src, shape: sheet });
    expect(sheetOf({ ...one, contact_sheet: null }, "t")).toBeNull();
    expect(streamUrl("r", "t")).toBe("/api/recordings/r/stream?token=t");
  });
});

describe("a storage", () => {
  const here = { cloud_storage: "local", cloud_name: "This server" } as const;
  const hosted = { cloud_storage: "s3", cloud_name: "Kinora Cloud" } as const;

  it("is called within a sentence as one would say it", () => {
    expect(placeName("s3", here)).toBe("this server");
    expect(placeName("s3", hosted)).toBe("Kinora Cloud");
    expect(placeName("google_drive", hosted)).toBe("Google Drive");
  });

  it.each([
    ["local", "s3", here, false],
    ["s3", "s3", here, true],
    ["google_drive", "s3", here, true],
    ["google_drive", "google_drive", here, false],
    ["local", "google_drive", here, true],
    ["local", "s3", hosted, true],
    ["s3", "s3", hosted, false],
  ] as const)("%s is another than %s of %o: %s", (storage, choice, config, isOther) => {
    expect(isElsewhere(storage, choice, config)).toBe(isOther);
  });
});

describe("a moment that something is said at", () => {
  it.each([
    [0, null],
    [0.49, null],
    [0.5, 0.5],
    [12.34, 12.3],
    [12.36, 12.4],
  ])("%d is kept as %d", (seconds, moment) => {
    expect(momentOf(seconds)).toBe(moment);
  });
});

test("somebody has reacted where the count says it was they, with this emoji", () => {
  const counts = [
    { emoji: "🔥", count: 2, user_reacted: false },
    { emoji: "👏", count: 1, user_reacted: true },
  ] as const;
  expect([hasReacted(counts, "🔥"), hasReacted(counts, "👏"), hasReacted([], "👏")]).toEqual([
    false,
    true,
    false,
  ]);
});

test("the next page of comments begins fifty threads on, while there is more", () => {
  const { getNextPageParam } = commentsQuery({ recordingId: "r" }, "newest");
  const page = { comments: [], total: 0, has_more: true };
  expect(getNextPageParam(page, [page], 0, [0])).toBe(50);
  expect(getNextPageParam(page, [page], 50, [0, 50])).toBe(100);
  expect(getNextPageParam({ ...page, has_more: false }, [page], 50, [0, 50])).toBeUndefined();
});

describe("what a link answers", () => {
  it.each([
    [400, true],
    [401, true],
    [404, true],
    [499, true],
    [429, false],
    [500, false],
    [0, false],
  ])("with %d is a no: %s", (status, isNo) => {
    expect(isRefused(new ApiError(status, "x", undefined))).toBe(isNo);
    expect(isRefused(new Error("no answer"))).toBe(false);
  });
});

describe("a language", () => {
  it("is called as its speakers call it, and in English for those who choose among many", () => {
    expect(languageName("de")).toBe("Deutsch");
    expect(fullLanguageName("de")).toBe("German · Deutsch");
    expect(fullLanguageName("en")).toBe("English");
    expect([languageName("xx"), fullLanguageName("xx")]).toEqual(["xx", "xx"]);
  });
});

test("subtitles are under way from when they are asked for until they are there or have failed", () => {
  const states = ["queued", "running", "ready", "failed"] as const;
  expect(states.filter((status) => isUnderWay({ status }))).toEqual(["queued", "running"]);
});

test("whoever watches is known by a key of ours, whatever else is written there", () => {
  const key = "3f2b8a54-0d5e-4b7e-9f63-0c7f5f2f1a01";
  expect(keyIn({ key, presence_ref: "x" })).toBe(key);
  for (const entry of [{}, { key: 7 }, { key: "<b>" }]) expect(keyIn(entry)).toBeUndefined();
});
