import { describe, expect, it } from "vitest";
import {
  counted,
  formatAgo,
  formatDate,
  formatDuration,
  formatGigabytes,
  formatMonth,
  formatSize,
} from "#web/lib/format.ts";

describe("sizes", () => {
  it.each([
    [0, "0 Bytes"],
    [-1, "0 Bytes"],
    [1, "1 Bytes"],
    [1023, "1023 Bytes"],
    [1024, "1 KB"],
    [1536, "1.5 KB"],
    [524_288_000, "500 MB"],
    [2 ** 30, "1 GB"],
    [2 ** 41, "2048 GB"],
  ])("%d bytes are %s", (bytes, text) => {
    expect(formatSize(bytes)).toBe(text);
  });
});

describe("gigabytes", () => {
  it.each([
    [0, "0.00 GB"],
    [0.001, "< 0.01 GB"],
    [0.25, "0.25 GB"],
    [1234.567, "1234.57 GB"],
  ])("%d are written %s", (gigabytes, text) => {
    expect(formatGigabytes(gigabytes)).toBe(text);
  });
});

describe("counts", () => {
  it.each([
    [0, "0 views"],
    [1, "1 view"],
    [1200, "1,200 views"],
  ])("%d are written %s", (count, text) => {
    expect(counted(count, "view")).toBe(text);
  });
});

describe("durations", () => {
  it.each([
    [0, "0:00"],
    [9.9, "0:09"],
    [75.4, "1:15"],
    [61.9, "1:01"],
    [3_600, "60:00"],
    [3_725, "62:05"],
    [null, "Unknown"],
    [undefined, "Unknown"],
    [Number.POSITIVE_INFINITY, "Unknown"],
    [Number.NaN, "Unknown"],
  ])("%s seconds are %s", (seconds, text) => {
    expect(formatDuration(seconds)).toBe(text);
  });
});

describe("dates", () => {
  it("are written as the specification wants them", () => {
    expect(formatDate("2026-01-05T12:00:00Z")).toBe("Jan 5, 2026");
    expect(formatMonth("2026-01-05T12:00:00Z")).toBe("Jan 2026");
  });

  it("that are missing or broken have words of their own", () => {
    expect(formatMonth(null)).toBe("Recently");
    expect(formatMonth("soon")).toBe("Recently");
    expect(formatDate("soon")).toBe("Unknown");
  });
});

describe("how long ago", () => {
  const SECOND = 1000;
  const MINUTE = 60 * SECOND;
  const HOUR = 60 * MINUTE;
  const DAY = 24 * HOUR;
  const then = "2026-01-05T12:00:00Z";

  it.each([
    [-5 * SECOND, "just now"], // the server's clock is ahead of this computer's
    [0, "just now"],
    [MINUTE - 1, "just now"],
    [MINUTE, "1 minute ago"],
    [2 * MINUTE, "2 minutes ago"],
    [HOUR - MINUTE, "59 minutes ago"],
    [HOUR, "1 hour ago"],
    [DAY - HOUR, "23 hours ago"],
    [DAY, "1 day ago"],
    [7 * DAY, "7 days ago"],
    [7 * DAY + 1, "Jan 5, 2026"],
    [400 * DAY, "Jan 5, 2026"],
  ])("%d ms are %s", (age, text) => {
    expect(formatAgo(then, Date.parse(then) + age)).toBe(text);
  });
});
