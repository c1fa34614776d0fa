import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rangeHeaders, selectRange } from "#api/http/ranges.ts";

const file = { size: 1000, etag: '"v1"', lastModified: "Fri, 20 Nov 2026 10:00:00 GMT" };
const select = (headers: Record<string, string>, method = "GET", size = 1000) =>
  selectRange(method, new Headers(headers), { ...file, size });

describe("a single range", () => {
  it.each([
    ["bytes=0-99", 0, 99],
    ["bytes=0-0", 0, 0],
    ["bytes=900-", 900, 999],
    ["bytes=-1", 999, 999],
    ["bytes=-5000", 0, 999],
    ["bytes=990-5000", 990, 999],
    ["BYTES= 5-7 ", 5, 7],
    ["bytes=0-99999999999999999999999", 0, 999],
  ])("%s is bytes %i to %i", (range, start, end) => {
    expect(select({ range })).toEqual({ status: 206, start, end });
  });

  it.each(["bytes=1000-", "bytes=5000-6000", "bytes=-0", "bytes=99999999999999999999-"])(
    "%s cannot be satisfied",
    (range) => expect(select({ range })).toEqual({ status: 416 }),
  );

  it.each([
    "bytes=5-2",
    "bytes=-",
    "bytes=",
    "bytes",
    "lines=0-5",
    "bytes=a-b",
    "bytes=0-5x",
    "bytes=+1-2",
    "bytes=1.5-2",
  ])("%s says nothing and gets the whole file", (range) =>
    expect(select({ range })).toEqual({ status: 200 }),
  );

  it("several ranges at once get the whole file", () => {
    expect(select({ range: "bytes=0-1,5-6" })).toEqual({ status: 200 });
  });

  it("an empty file has no first byte, and its last bytes are all of it", () => {
    expect(select({ range: "bytes=0-" }, "GET", 0)).toEqual({ status: 416 });
    expect(select({ range: "bytes=-5" }, "GET", 0)).toEqual({ status: 200 });
  });

  it("HEAD describes the whole file", () => {
    expect(select({ range: "bytes=0-1" }, "HEAD")).toEqual({ status: 200 });
  });
});

describe("conditions", () => {
  const range = "bytes=10-19";
  const part = { status: 206, start: 10, end: 19 };

  it.each([
    ['"v1"', part],
    ['"v2"', { status: 200 }],
    ['W/"v1"', { status: 200 }],
    ["Fri, 20 Nov 2026 10:00:00 GMT", part],
    ["Fri, 20 Nov 2026 10:00:01 GMT", { status: 200 }],
    ["nonsense", { status: 200 }],
  ])("If-Range %s", (condition, expected) => {
    expect(select({ range, "if-range": condition })).toEqual(expected);
  });

  it.each(['"v1"', 'W/"v1"', '"a,b", "v1"', "*"])("If-None-Match %s is unchanged", (tags) => {
    expect(select({ range, "if-none-match": tags })).toEqual({ status: 304 });
    expect(select({ "if-none-match": tags }, "HEAD")).toEqual({ status: 304 });
  });

  it("If-Modified-Since counts only without If-None-Match", () => {
    const since = "Fri, 20 Nov 2026 10:00:00 GMT";
    expect(select({ "if-modified-since": since })).toEqual({ status: 304 });
    expect(select({ "if-modified-since": "Fri, 20 Nov 2026 09:59:59 GMT" })).toEqual({
      status: 200,
    });
    expect(select({ "if-modified-since": since, "if-none-match": '"v0"' })).toEqual({
      status: 200,
    });
  });
});

describe("for any header and any size", () => {
  const positions = fc.oneof(
    fc.nat(2000).map(String),
    fc.constant(""),
    fc.bigInt(0n, 10n ** 30n).map(String),
  );
  const ranges = fc.oneof(
    fc.tuple(positions, positions).map(([first, last]) => `bytes=${first}-${last}`),
    fc.string().filter((text) => !/[^\x21-\x7e]/.test(text)),
  );

  it("the answer lies inside the file and its headers agree with it", () => {
    fc.assert(
      fc.property(ranges, fc.nat(1500), (range, size) => {
        const selection = select({ range }, "GET", size);
        const headers = rangeHeaders(selection, { ...file, size });
        if (selection.status === 206) {
          expect(selection.start).toBeGreaterThanOrEqual(0);
          expect(selection.end).toBeGreaterThanOrEqual(selection.start);
          expect(selection.end).toBeLessThan(size);
          expect(headers["Content-Range"]).toBe(
            `bytes ${selection.start}-${selection.end}/${size}`,
          );
          expect(headers["Content-Length"]).toBe(String(selection.end - selection.start + 1));
        }
        if (selection.status === 416) expect(headers["Content-Range"]).toBe(`bytes */${size}`);
        if (selection.status === 200) expect(headers["Content-Length"]).toBe(String(size));
      }),
    );
  });
});
