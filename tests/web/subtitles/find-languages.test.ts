import { describe, expect, it } from "vitest";
import { languages } from "#contract/languages.ts";
import { findLanguages } from "#web/features/subtitles/language-picker.tsx";

const found = (typed: string) => findLanguages(typed).map(({ code }) => code);

describe("a language", () => {
  it("is found by its code, and by either of its names", () => {
    expect(found("de")[0]).toBe("de");
    expect(found("germ")[0]).toBe("de");
    expect(found("fa")[0], "Persian, not Faroese").toBe("fa");
    expect(found("deutsch")).toEqual(["de"]);
    expect(found("日本")).toEqual(["ja"]);
    expect(found("sorani")).toEqual(["ckb"]);
  });

  it("is found without its accents and capitals", () => {
    expect(found("ESPANOL")).toEqual(["es"]);
    expect(found("maori")).toEqual(["mi"]);
    expect(found("hindi")[0]).toBe("hi");
  });

  it("is found by each of its own names", () => {
    expect(languages.filter(({ own, code }) => !found(own).includes(code))).toEqual([]);
  });

  it("is any as long as nothing is typed, and none if nothing fits", () => {
    expect(found(" ")).toHaveLength(languages.length);
    expect(found("klingon")).toEqual([]);
  });
});
