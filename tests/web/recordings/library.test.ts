// @vitest-environment happy-dom
import { describe, expect, it, test } from "vitest";
import { listOptions, pagesOf, readAddress } from "#web/features/recordings/library/address.ts";
import { firstVideo, gridStep } from "#web/features/recordings/library/library-results.tsx";
import { fits } from "#web/features/recordings/library/use-library.ts";
import { lengthLabel, stateLabel } from "#web/features/recordings/state-label.ts";
import {
  fitSquare,
  squareOnCard,
  thumbnailTime,
} from "#web/features/recordings/thumbnail/draw-thumbnail.ts";

describe("searching the library", () => {
  const name = { filename: "Quarterly review", original_filename: "Screen 2026-11-20.WEBM" };
  const unheard = { ...name, matches: [] };

  it.each([
    ["review", true],
    ["REVIEW", true],
    ["2026-11", true],
    [".webm", true],
    ["  quarterly  ", true],
    ["", true],
    ["budget", false],
    ["quarterly screen", false],
  ])("for '%s' finds by title or stored name: %s", (search, isFound) => {
    expect(fits(unheard, search)).toBe(isFound);
  });
});

describe("a search that goes on while it is typed", () => {
  const named = { filename: "Quarterly review", original_filename: "Screen.webm" };
  const found = { ...named, matches: [{ at_seconds: 3, text: "Press the RED button" }] };

  it("keeps what says the words, and no more", () => {
    expect(fits(found, " red b")).toBe(true);
    expect(fits(found, "blue")).toBe(false);
    expect(fits({ ...named, matches: [] }, "red")).toBe(false);
  });

  it.each([
    ["Résumé", "resume", true],
    ["Huế", "HUE", true],
    ["Ёлка", "елка", true],
    ["مُحَمَّد", "محمد", true],
    ["がっこう", "かっこう", false],
    ["Мой", "мои", false],
    ["किताब", "कताब", false],
  ])("keeps %s for %s, as the server does: %s", (filename, search, isFound) => {
    expect(fits({ ...named, filename, matches: [] }, search)).toBe(isFound);
  });
});

describe("the library's address", () => {
  it("keeps what it understands and forgets the rest", () => {
    expect(readAddress({ page: "3", search: "talk", sort: "largest", other: 1 })).toEqual({
      page: 3,
      search: "talk",
      sort: "largest",
    });
    const narrowed = { folder: "none", captions: true, shared: "false", storage: "s3" } as const;
    expect(readAddress({ ...narrowed, sort: "views" })).toEqual({
      ...narrowed,
      captions: "true",
      sort: "views",
    });
    expect(readAddress({ captions: "maybe", storage: "moon", folder: 7 })).toEqual({});
    expect(readAddress({ page: "-1", search: "", sort: "newest" })).toEqual({});
    expect(readAddress({ page: "abc", sort: "random" })).toEqual({});
  });

  it("asks for ten at a time from where the page begins", () => {
    expect(listOptions({})).toEqual({ limit: 10, offset: 0 });
    expect(listOptions({ page: 3, search: "talk", sort: "title" })).toEqual({
      limit: 10,
      offset: 20,
      search: "talk",
      sort: "title",
    });
  });

  it("asks for what is in a folder, as far as the filters let it through", () => {
    expect(listOptions({ folder: "a", captions: "true", shared: undefined })).toEqual({
      limit: 10,
      offset: 0,
      folder_id: "a",
      captions: "true",
    });
  });

  it.each([
    [0, 1],
    [1, 1],
    [10, 1],
    [11, 2],
    [10_000, 1000],
  ])("has, with %d recordings, %d pages", (total, pages) => {
    expect(pagesOf(total)).toBe(pages);
  });
});

describe("walking the grid by keys", () => {
  // Ten cards in four columns: rows of 4, 4 and 2.
  it.each([
    ["ArrowRight", 0, 1],
    ["ArrowRight", 3, 4],
    ["ArrowRight", 9, 9],
    ["ArrowLeft", 4, 3],
    ["ArrowLeft", 0, 0],
    ["ArrowDown", 1, 5],
    ["ArrowDown", 5, 9],
    ["ArrowDown", 7, 9],
    ["ArrowDown", 9, 9],
    ["ArrowUp", 9, 5],
    ["ArrowUp", 2, 2],
    ["Home", 7, 0],
    ["End", 0, 9],
    ["a", 5, 5],
  ])("%s leads from %d to %d", (key, from, to) => {
    expect(gridStep(key, from, 4, 10)).toBe(to);
  });

  it("leads nowhere below a last row that is full", () => {
    expect(gridStep("ArrowDown", 5, 4, 8)).toBe(5);
  });
});

describe("the state on a card", () => {
  const ready = {
    status: "ready",
    progress: null,
    playable: true,
    interrupted: false,
    moving: null,
    missing: null,
  } as const;
  const moving = { to: "google_drive", percent: 42, failed: null } as const;

  it.each([
    ["recording", undefined],
    ["uploading", undefined],
    ["processing", undefined],
    ["ready", "Unknown"],
    ["failed", "Unknown"],
  ] as const)("beside %s, a length that is not known is called %s", (status, expected) => {
    expect(lengthLabel({ status, duration: null })).toBe(expected);
    expect(lengthLabel({ status, duration: 65 })).toBe("1:05");
  });

  it("is silent about a video that simply plays", () => {
    expect(stateLabel(ready)).toBeUndefined();
    expect(stateLabel({ ...ready, playable: null })).toBeUndefined();
  });

  it.each([
    [{ ...ready, status: "recording" as const }, "Being recorded"],
    [{ ...ready, status: "uploading" as const }, "Uploading"],
    [{ ...ready, status: "processing" as const }, "Processing"],
    [{ ...ready, status: "processing" as const, progress: 42 }, "Processing 42%"],
    [{ ...ready, status: "failed" as const }, "Failed"],
    [{ ...ready, playable: false }, "Cannot play here"],
    [{ ...ready, interrupted: true }, "Interrupted"],
    [{ ...ready, moving }, "Moving 42%"],
    [{ ...ready, moving: { ...moving, failed: "It is full" } }, "Not moved"],
    [{ ...ready, status: "failed" as const, moving }, "Moving 42%"],
    [{ ...ready, missing: "disconnected" as const }, "Drive not connected"],
    [{ ...ready, missing: "trashed" as const }, "Not in Drive"],
  ])("says of %j: %s", (state, label) => {
    expect(stateLabel(state)).toBe(label);
  });
});

describe("a thumbnail", () => {
  it("is the whole picture in the middle of a square", () => {
    expect(fitSquare(1920, 1080, 800)).toEqual({ x: 0, y: 175, width: 800, height: 450 });
    expect(fitSquare(600, 800, 800)).toEqual({ x: 100, y: 0, width: 600, height: 800 });
    expect(fitSquare(400, 300, 800)).toEqual({ x: 0, y: 100, width: 800, height: 600 });
  });

  it.each([
    [1920, 1080],
    [2560, 1080],
    [1024, 768],
    [800, 800],
    [600, 800],
  ])("of %d by %d loses nothing on a card, and wastes no room", (width, height) => {
    const square = squareOnCard(width, height);
    const shown = fitSquare(width, height, square * 900);
    expect(shown.height).toBeLessThanOrEqual(900);
    expect(shown.width).toBeLessThanOrEqual(1600);
    expect(shown.height === 900 || shown.width === 1600).toBe(true);
  });

  it("of a video whose size nobody knows yet fills the card", () => {
    expect(squareOnCard(null, null)).toBeCloseTo(16 / 9);
  });

  it("shows the first second, or a tenth of a short video", () => {
    expect(thumbnailTime(60)).toBe(1);
    expect(thumbnailTime(4)).toBeCloseTo(0.4);
    expect(thumbnailTime(0)).toBe(0);
  });
});

test("an empty library advises only what this browser can do", () => {
  const { help, action } = firstVideo("screen");
  expect(help).toBe("Start recording your screen to see your videos here.");
  expect(action).toEqual({ to: "/new-recording", label: "Start recording" });
  expect(firstVideo("camera").action.label).toBe("Record your camera");
  expect(firstVideo("camera").help).toContain("import a video file");
  expect(firstVideo(null).action).toEqual({
    to: "/my-recordings",
    hash: "import",
    label: "Import Video",
  });
});
