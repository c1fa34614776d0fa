// @vitest-environment happy-dom
import { afterEach, expect, test } from "vitest";
import {
  keepLanguage,
  lastLanguage,
  recentLanguages,
} from "#web/features/subtitles/recent-languages.ts";

afterEach(() => localStorage.clear());

test("the languages chosen here come back the last first, each once, and the last five of them", () => {
  expect(lastLanguage()).toBe("en");
  for (const code of ["de", "fr", "de"] as const) keepLanguage(code);
  expect(recentLanguages()).toEqual(["de", "fr"]);
  for (const code of ["es", "it", "pl"] as const) keepLanguage(code);
  expect(recentLanguages()).toEqual(["pl", "it", "es", "de", "fr"]);
  keepLanguage("ja");
  expect(recentLanguages()).toEqual(["ja", "pl", "it", "es", "de"]);
  expect(lastLanguage()).toBe("ja");
});
