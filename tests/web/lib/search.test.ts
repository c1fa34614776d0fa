import { describe, expect, it } from "vitest";
import { letter, oneOf, ownPath, pageNumber, text } from "#web/lib/search.ts";

describe("what an address carries", () => {
  it("is taken only where it makes sense", () => {
    expect(oneOf(["newest", "oldest"], "oldest")).toBe("oldest");
    expect(oneOf(["newest", "oldest"], "largest")).toBeUndefined();
    expect(text("review")).toBe("review");
    expect(text(7)).toBeUndefined();
    expect(pageNumber("3")).toBe(3);
    expect(["1", "0", "-2", "2.5", "x", undefined].map(pageNumber)).toEqual(
      Array(6).fill(undefined),
    );
  });
});

describe("what a letter carries", () => {
  it("is a token, and nothing else is taken along", () => {
    expect(letter({ proof: "eyJh.eyJz.x-_1" })).toEqual({ proof: "eyJh.eyJz.x-_1" });
    for (const proof of ["", "a b", "<b>", "x".repeat(2001), 7, undefined])
      expect(letter({ proof })).toEqual({});
  });
});

describe("the way back after signing in", () => {
  it("leads to a path of ours", () => {
    expect(ownPath({ redirect: "/video/1?t=3" })).toEqual({ redirect: "/video/1?t=3" });
  });

  it.each([
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "javascript:alert(1)",
    7,
    "",
  ])("never leads to %j", (redirect) => {
    expect(ownPath({ redirect })).toEqual({});
  });
});
