import { describe, expect, it } from "vitest";
import { DEFAULT_LANGUAGE, LanguageCode, languageOf, languages } from "#contract/languages.ts";

describe("the list of languages", () => {
  it("has Whisper's hundred, told to the model, and some that are left to detect", () => {
    expect(languages.filter(({ direct }) => direct)).toHaveLength(100);
    expect(languages.length).toBeGreaterThan(125);
    expect(languageOf("yue")).toEqual({
      code: "yue",
      english: "Cantonese",
      own: "粵語",
      direct: true,
    });
    expect(languageOf("ga").direct).toBe(false);
    expect(DEFAULT_LANGUAGE).toBe("en");
  });

  it("says codes that browsers know, and each name once", () => {
    const known = new Intl.DisplayNames(["en"], { type: "language", fallback: "none" });
    expect(languages.filter(({ code }) => !known.of(code))).toEqual([]);
    expect(new Set(languages.map(({ english }) => english)).size).toBe(languages.length);
    expect(languages.filter(({ own }) => own.trim() !== own || own === "")).toEqual([]);
  });

  it("refuses what is not in it, in words", () => {
    expect(LanguageCode.safeParse("tlh").error?.issues[0]?.message).toBe(
      "This language is not in the list",
    );
  });
});
